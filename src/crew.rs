//! Several threads for work that only computes: who may work beside whom.
//!
//! Effects (files, the ledger, a mail server) stay on the thread of the pass, one after the other and in their order, so that what
//! the threads make comes out the same as without them. All campaigns of a process share one budget: as many threads at work as
//! there are cores.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The stack of a helper: that of a program's first thread, which does the same work where no core is to spare.
const STACK: usize = 8 << 20;

/// How many threads of this process are at work.
static AT_WORK: AtomicUsize = AtomicUsize::new(0);

/// A thread that counts as at work until this is dropped.
pub struct Hand(());

impl Hand {
    /// Counts a thread that works whether a core is to spare or not, such as one with a campaign of its own.
    pub fn needed() -> Hand {
        AT_WORK.fetch_add(1, Ordering::Relaxed);
        Hand(())
    }

    /// Returns at most this many for helpers, as far as there are cores beside the thread that asks and all others at work.
    fn spare(most: usize) -> Vec<Hand> {
        let free = |at_work: usize| cores().saturating_sub(at_work.max(1)).min(most);
        let take =
            |at_work: usize| Some(free(at_work)).filter(|taken| *taken > 0).map(|taken| at_work + taken);
        match AT_WORK.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
            Ok(at_work) => (0..free(at_work)).map(|_| Hand(())).collect(),
            Err(_) => Vec::new(),
        }
    }
}

impl Drop for Hand {
    fn drop(&mut self) {
        AT_WORK.fetch_sub(1, Ordering::Relaxed);
    }
}

fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}

/// Returns what `work` makes of each item, in the order of the items. Where cores are to spare, several are worked on at once.
pub fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    shared(Hand::spare(items.len().saturating_sub(1)), || (), items, work).1
}

/// Does something that only this thread may do, while others work on the items as in [`each`].
pub fn beside<O, T: Sync, R: Send>(
    own: impl FnOnce() -> O,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> (O, Vec<R>) {
    shared(Hand::spare(items.len()), own, items, work)
}

fn shared<O, T: Sync, R: Send>(
    helpers: Vec<Hand>,
    own: impl FnOnce() -> O,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> (O, Vec<R>) {
    if helpers.is_empty() {
        return (own(), items.iter().map(work).collect());
    }
    let next = AtomicUsize::new(0);
    let some = || {
        let mut made = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return made };
            made.push((place, work(item)));
        }
    };
    thread::scope(|scope| {
        let helper = |hand: Hand| {
            let some = &some;
            let named = thread::Builder::new().name("crew".to_owned()).stack_size(STACK);
            let works = move || {
                let _hand = hand;
                some()
            };
            // Without a thread the work is done by the others.
            named.spawn_scoped(scope, works).ok()
        };
        let helpers: Vec<_> = helpers.into_iter().filter_map(helper).collect();
        let own = own();
        let mut all = some();
        for helper in helpers {
            // A bug ends the command, as it would without threads.
            all.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all.sort_by_key(|(place, _)| *place);
        (own, all.into_iter().map(|(_, made)| made).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    /// Helpers whatever cores there are.
    fn helpers(number: usize) -> Vec<Hand> {
        (0..number).map(|_| Hand::needed()).collect()
    }

    #[test]
    fn what_is_made_comes_in_the_order_of_the_items() {
        // The first is finished after the last.
        let last = Barrier::new(2);
        let work = |item: &u32| {
            if [0, 9].contains(item) {
                last.wait();
            }
            item * 10
        };
        let items: Vec<u32> = (0..10).collect();
        let (own, made) = shared(helpers(2), || "own", &items, work);
        assert_eq!((own, made), ("own", (0..10).map(|item| item * 10).collect()));
    }

    #[test]
    fn own_work_is_done_while_others_work() {
        let met = Barrier::new(2);
        let (_, made) = shared(helpers(1), || met.wait().is_leader(), &[()], |()| met.wait());
        assert_eq!(made.len(), 1);
    }

    #[test]
    fn no_more_work_than_there_are_cores() {
        let all: Vec<Hand> = (0..cores()).map(|_| Hand::needed()).collect();
        assert!(Hand::spare(3).is_empty());
        let own = thread::current().id();
        assert!(each(&[1, 2, 3], |_| thread::current().id()).into_iter().all(|at| at == own));
        drop(all);
    }
}
