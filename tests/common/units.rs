//! Units by kind, for those who play by the book.

use serde_json::Value;
use std::collections::BTreeMap;

pub type Units = BTreeMap<String, u8>;

pub fn number_of(units: &Units) -> u8 {
    units.values().sum()
}

pub fn plus(to: &mut Units, more: &Units) {
    for (unit, n) in more {
        *to.entry(unit.clone()).or_default() += n;
    }
    to.retain(|_, n| *n > 0);
}

pub fn minus(from: &mut Units, less: &Units) {
    for (unit, n) in less {
        let have = from.get_mut(unit).unwrap_or_else(|| panic!("no {unit} to take"));
        *have = have.checked_sub(*n).unwrap_or_else(|| panic!("too few {unit}"));
    }
    from.retain(|_, n| *n > 0);
}

pub fn covers(have: &Units, want: &Units) -> bool {
    want.iter().all(|(unit, n)| have.get(unit).copied().unwrap_or(0) >= *n)
}

/// Every way to take exactly `number` of some units.
pub fn ways_to_take(units: &Units, number: u8) -> Vec<Units> {
    let mut ways = vec![Units::new()];
    for (unit, have) in units {
        let mut longer = Vec::new();
        for way in &ways {
            for n in 0..=*have {
                let mut way = way.clone();
                if n > 0 {
                    way.insert(unit.clone(), n);
                }
                longer.push(way);
            }
        }
        ways = longer;
    }
    ways.retain(|way| number_of(way) == number);
    ways
}

pub fn units_of(value: &Value) -> Units {
    let all = value.as_object().into_iter().flatten();
    all.map(|(unit, n)| (unit.clone(), n.as_u64().expect("a number of units") as u8)).collect()
}
