'use strict';
// The order page: fills in the form of an order sheet and writes the plan. It needs no network and asks nobody anything.
// Texts from outside reach the page as text nodes alone.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const { form, words } = data;
  const page = document.getElementById('page');
  const map = document.getElementById('map');

  // Words.
  const say = (key, values = {}) => (words.text[key] || key).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  // An id without words of its own; what has capitals is a name already.
  const spoken = (id) => (/^[a-z0-9_-]+$/.test(id) ? id.replace(/[-_]/g, ' ') : String(id));
  const areas = new Map(form.areas.map((area) => [area.id, area]));
  const name = (id) => (areas.get(id) || {}).name || words.about[id] || data.names[id] || spoken(id);
  // An answer in several words, for people: `{area: winterfell, order: defense}` is “Winterfell, Defense +1”.
  const plainly = (value) => {
    if (Array.isArray(value)) return value.map(plainly).join(', ');
    if (value !== null && typeof value === 'object') return Object.entries(value).map(([key, one]) => (typeof one === 'string' ? plainly(one) : `${name(key)} ${plainly(one)}`)).join(', ');
    return typeof value === 'string' ? words.orders[value] || name(value) : value === true ? say('yes') : value === false ? say('no') : value === null ? say('nothing-said') : String(value);
  };
  const label = (choice) => (choice.form ? plainly(choice.value) : choice.label ? words.orders[choice.label] || name(choice.label) : choice.word);
  const titleOf = (part) => {
    const title = (words.parts[part.id] || {}).title || spoken(part.id);
    const whole = part.about ? title.replace('{about}', name(part.about)) : title;
    // The key of a question ends with the area that it is about, if it is about one.
    const place = part.id === 'answers' ? part.at[part.at.length - 1].split('/').pop() : '';
    return areas.has(place) ? `${whole}: ${name(place)}` : whole;
  };
  const fact = (one) => {
    const entry = words.facts[one.what] || words.orders[one.what.replace(/^order-/, '')] || spoken(one.what);
    const text = typeof entry === 'string' ? entry : one.number === 1 ? entry.one : entry.many;
    return text.replace('{n}', one.number).replace('{of}', one.of || '');
  };

  // What has been filled in, kept by the browser until it is mailed.
  const memory = (() => {
    try {
      localStorage.getItem('ravenpost');
      return localStorage;
    } catch (refused) {
      return null;
    }
  })();
  const draft = `ravenpost/draft/${data.campaign}/${data.seat}/${data.window}/${data.stamp}`;
  const vault = `ravenpost/opening/${data.campaign}/${data.seat}/${data.window}`;
  const kept = (key) => {
    try {
      return JSON.parse(memory.getItem(key));
    } catch (nothing) {
      return null;
    }
  };
  const keep = (key, value) => {
    try {
      memory.setItem(key, JSON.stringify(value));
      return true;
    } catch (full) {
      return false;
    }
  };
  const blank = (part) => {
    switch (part.field) {
      case 'one': return null;
      case 'ranked': return [];
      case 'targets': case 'moves': case 'lines': return [];
      default: return {};
    }
  };
  let state = kept(draft);
  if (!state || !Array.isArray(state.parts) || state.parts.length !== form.parts.length) {
    state = { parts: form.parts.map(blank), final: false };
  }
  let chosen = null; // The area that is open.
  let fromMap = false;
  let typedKey = ''; // Never kept: a page without a key is given out by the game master.
  let told = ''; // The last thing done, for all who cannot see it.
  let sealed = kept(vault);
  if (!sealed || typeof sealed.json !== 'string' || typeof sealed.seal !== 'string' || typeof sealed.armour !== 'string') sealed = null;
  const partOf = (field) => form.parts.findIndex((part) => part.field === field);
  const tokens = partOf('tokens');
  const moves = partOf('moves');

  // The document.
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === 'on') for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
      else if (key === 'class') element.className = value;
      else if (key === 'checked' || key === 'disabled' || key === 'readOnly' || key === 'value' || key === 'open' || key === 'selected' || key === 'hidden') element[key] = value;
      else if (value !== undefined && value !== null) element.setAttribute(key, value);
    }
    for (const child of children.flat(Infinity)) {
      if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
    }
    return element;
  };
  const changed = (what) => {
    told = what || '';
    keep(draft, state);
    draw();
  };
  const button = (id, text, act, more = {}) => make('button', { type: 'button', id, on: { click: act }, ...more }, text);
  const select = (id, title, options, current, act) => make('label', { class: 'row' }, make('span', {}, title),
    make('select', { id, class: 'grow', on: { change: (event) => act(event.target.value) } },
      make('option', { value: '' }, say('choose')),
      options.map(([value, text]) => make('option', { value, selected: String(value) === String(current ?? '') }, text))));
  const radio = (id, group, text, checked, act, disabled = false) => make('label', { class: disabled ? 'radio off' : 'radio' },
    make('input', { type: 'radio', id, name: group, checked, disabled, on: { change: act } }), text);
  const swap = (list, at, by) => {
    [list[at], list[at + by]] = [list[at + by], list[at]];
  };
  // A list with buttons to move its entries and to take them out.
  const ordered = (id, list, texts, sorted = true) => make('ol', {}, list.map((_, at) => make('li', { class: 'row item' },
    make('span', { class: 'grow' }, sorted ? `${at + 1}. ` : '', texts[at]),
    sorted && at > 0 && button(`${id}-up-${at}`, '↑', () => { swap(list, at, -1); changed(say('moved-up', { what: texts[at] })); }, { 'aria-label': say('move-up', { what: texts[at] }) }),
    sorted && at + 1 < list.length && button(`${id}-down-${at}`, '↓', () => { swap(list, at, 1); changed(say('moved-down', { what: texts[at] })); }, { 'aria-label': say('move-down', { what: texts[at] }) }),
    button(`${id}-out-${at}`, '×', () => { list.splice(at, 1); changed(say('taken-out', { what: texts[at] })); }, { 'aria-label': say('take-out', { what: texts[at] }) }))));

  // Tokens: how many are left, and what an area has.
  const given = (area) => (tokens < 0 ? undefined : state.parts[tokens][area]);
  const used = (id) => Object.values(state.parts[tokens]).filter((token) => token === id).length;
  const starred = () => form.parts[tokens].tokens.filter((token) => token.star).reduce((sum, token) => sum + used(token.id), 0);
  const fits = (row) => row.with.length === 0 || row.with.includes(given(row.area));

  const fields = {
    one: (part, value, put, id) => {
      const options = part.options;
      const left = options.map((option, at) => [at, label(option)]).filter(([at]) => part.left === undefined || part.left.includes(options[at].word));
      const notes = [];
      if (part.default !== undefined && part.default !== null) notes.push(say('default', { answer: name(part.default) }));
      if (!part.complete && part.id === 'answers') notes.push(say('more-answers', { key: part.at[part.at.length - 1] }));
      if (left.length > 6) return [select(id, say('answer'), left, value, (at) => put(at === '' ? null : Number(at))), notes.map((note) => make('p', { class: 'help' }, note))];
      return [
        make('div', { class: 'row', role: 'radiogroup', 'aria-label': titleOf(part) },
          left.map(([at, text]) => radio(`${id}-${at}`, id, text, value === at, () => put(at))),
          value !== null && button(`${id}-clear`, say('clear'), () => put(null))),
        notes.map((note) => make('p', { class: 'help' }, note)),
      ];
    },
    ranked: (part, value, put, id) => {
      const text = (at) => label(part.options[at]);
      const free = part.options.map((_, at) => at).filter((at) => (part.repeats || !value.includes(at)) && (part.left === undefined || part.left.includes(part.options[at].word)));
      const list = value === 'none' ? [] : value;
      const more = list.length < part.most;
      return [
        value === 'none' && make('p', {}, part.none),
        list.length > 0 && ordered(id, list, list.map(text), list.length > 1),
        make('div', { class: 'row' },
          more && free.length <= 8 && free.map((at) => button(`${id}-add-${at}`, `+ ${text(at)}`, () => put([...list, at], say('added', { what: text(at) })))),
          more && free.length > 8 && select(`${id}-add`, say('add'), free.map((at) => [at, text(at)]), '', (at) => at !== '' && put([...list, Number(at)], say('added', { what: text(Number(at)) }))),
          part.none && value !== 'none' && list.length === 0 && button(`${id}-none`, part.none, () => put('none')),
          value === 'none' && button(`${id}-clear`, say('clear'), () => put([]))),
      ];
    },
    numbers: (part, value, put, id) => [
      make('p', { class: 'help' }, say('purse', { left: part.purse - shared(part, value), all: part.purse })),
      part.rows.map((row) => make('label', { class: 'row' },
        make('span', { class: 'grow' }, words.titles[row.id] || row.word),
        make('input', { type: 'number', inputmode: 'numeric', id: `${id}-${row.id}`, min: 0, max: row.most, step: 1, value: value[row.id] ?? '', on: {
          change: (event) => {
            const next = { ...value };
            const number = event.target.value === '' ? null : Math.floor(Number(event.target.value));
            if (number === null || !Number.isFinite(number)) delete next[row.id];
            else next[row.id] = number;
            put(next);
          },
        } }))),
    ],
    lines: (part, value, put, id) => [
      make('ol', {}, value.map((line, at) => {
        const shape = part.shapes[line.shape];
        const answers = line.answers;
        return make('li', { class: 'item' },
          make('div', { class: 'row' }, make('b', { class: 'grow' }, `${at + 1}. ${titleOf(shape)}`),
            at > 0 && button(`${id}-up-${at}`, '↑', () => { swap(value, at, -1); put(value); }, { 'aria-label': say('move-up', { what: titleOf(shape) }) }),
            at + 1 < value.length && button(`${id}-down-${at}`, '↓', () => { swap(value, at, 1); put(value); }, { 'aria-label': say('move-down', { what: titleOf(shape) }) }),
            button(`${id}-out-${at}`, '×', () => { value.splice(at, 1); put(value); }, { 'aria-label': say('take-out', { what: titleOf(shape) }) })),
          shape.parts.map((inner, place) => {
            const drawn = { ...inner, left: narrowed(shape, answers, inner) };
            const field = fields[inner.field](drawn, answers[place], (next, what) => { answers[place] = next; forget(shape, answers, place); put(value, what); }, `${id}-${at}-${place}`);
            return inner.standing
              ? make('details', { open: !isBlank(answers[place]) }, make('summary', {}, titleOf(inner)), field)
              : make('fieldset', {}, make('legend', {}, titleOf(inner)), helpOf(inner), field);
          }));
      })),
      make('div', { class: 'row' }, part.shapes.map((shape, at) => {
        const rest = shape.most - value.filter((line) => line.shape === at).length;
        return button(`${id}-new-${at}`, `+ ${titleOf(shape)}`, () => put([...value, { shape: at, answers: shape.parts.map(blank) }], say('added', { what: titleOf(shape) })), { disabled: rest <= 0 });
      })),
    ],
  };
  const isBlank = (value) => value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
  const helpOf = (part) => (words.parts[part.id] || {}).help && make('p', { class: 'help' }, words.parts[part.id].help);
  const shared = (part, value) => part.rows.filter((row) => row.shared).reduce((sum, row) => sum + (value[row.id] || 0), 0);
  // The words of options that another answer of the same turn leaves; undefined for all.
  const narrowed = (shape, answers, part) => {
    if (!part.narrow) return undefined;
    const by = shape.parts[part.narrow.by];
    const answer = answers[part.narrow.by];
    if (isBlank(answer) || answer === 'none') return Object.keys(part.narrow.to).length ? undefined : [];
    if (Object.keys(part.narrow.to).length === 0) return [].concat(answer).map((at) => by.options[at].word);
    return part.narrow.to[by.options[answer].word] || [];
  };
  // Takes out answers that no longer fit one that was changed.
  const forget = (shape, answers, changedAt) => shape.parts.forEach((part, at) => {
    if (!part.narrow || part.narrow.by !== changedAt) return;
    const left = narrowed(shape, answers, part);
    if (left === undefined) return;
    const stays = (option) => left.includes(part.options[option].word);
    if (Array.isArray(answers[at])) answers[at] = answers[at].filter(stays);
    else if (answers[at] !== null && !stays(answers[at])) answers[at] = null;
  });

  // What can be said of one area.
  const inArea = {
    tokens: (part, index, row) => {
      const now = state.parts[index][row.area];
      const put = (token) => {
        if (token === undefined) delete state.parts[index][row.area];
        else state.parts[index][row.area] = token;
        changed(say('order-set', { area: name(row.area), order: token ? words.orders[token] || token : token === '' ? part.none : say('nothing-said') }));
      };
      const id = `token-${row.area}`;
      const free = (token) => now === token.id || (used(token.id) < token.number && (!token.star || (isStar(part, now) ? starred() - 1 : starred()) < part.stars));
      return make('fieldset', {}, make('legend', {}, titleOf(part)),
        make('p', { class: 'help' }, say(part.stars > 0 ? 'stars' : 'no-stars', { used: starred(), all: part.stars })),
        make('div', { class: 'row' },
          part.tokens.filter((token) => row.legal.includes(token.id) && (!token.star || part.stars > 0 || now === token.id)).map((token) => radio(`${id}-${token.id}`, id,
            `${words.orders[token.id] || token.id}${token.number > 1 ? ` (${token.number - used(token.id)})` : ''}`, now === token.id, () => put(token.id), !free(token))),
          !part.everywhere && radio(`${id}-none`, id, part.none, now === '', () => put('')),
          now !== undefined && button(`${id}-clear`, say('clear'), () => put(undefined))));
    },
    builds: (part, index, row) => {
      const all = state.parts[index];
      const now = all[row.area];
      const list = Array.isArray(now) ? now : [];
      const price = (at) => row.options[at].price;
      const left = row.points - list.reduce((sum, at) => sum + price(at), 0);
      const others = part.one && Object.entries(all).some(([area, built]) => area !== row.area && Array.isArray(built) && built.length > 0);
      const id = `build-${index}-${row.area}`;
      const there = (unit) => ((areas.get(row.area).facts.find((one) => one.what === unit) || {}).number || 0)
        + list.filter((at) => row.options[at].unit === unit && !row.options[at].from).length
        - list.filter((at) => row.options[at].from === unit).length;
      const can = (build) => build.price <= left && pooled(part, index, build.unit) > 0 && !others && (!build.from || there(build.from) > 0);
      const put = (next, what) => {
        if (next === undefined) delete all[row.area];
        else all[row.area] = next;
        changed(what);
      };
      return make('fieldset', {}, make('legend', {}, `${titleOf(part)}: ${say('points', { left, all: row.points })}`), helpOf(part),
        now === 'none' && make('p', {}, part.none),
        list.length > 0 && ordered(id, list, list.map((at) => row.options[at].word), false),
        others && make('p', { class: 'help' }, say('one-place')),
        make('div', { class: 'row' },
          row.options.map((build, at) => button(`${id}-add-${at}`, `+ ${build.word} (${build.price})`, () => put([...list, at], say('added', { what: build.word })), { disabled: !can(build) })),
          now !== 'none' && list.length === 0 && button(`${id}-none`, part.none, () => put('none')),
          now !== undefined && button(`${id}-clear`, say('clear'), () => put(undefined))));
    },
    targets: (part, index, row) => {
      const list = state.parts[index];
      const one = list.find((raid) => raid.from === row.area);
      const at = one ? one.at : [];
      const id = `target-${row.area}`;
      const put = (next, what) => {
        if (one) one.at = next;
        else list.push({ from: row.area, at: next });
        changed(what);
      };
      const free = row.to.filter((area) => !at.includes(area));
      return make('fieldset', {}, make('legend', {}, titleOf(part)), helpOf(part),
        at.length > 0 && ordered(id, at, at.map(name), at.length > 1),
        one && at.length === 0 && make('p', {}, part.none),
        make('div', { class: 'row many' },
          free.map((area) => button(`${id}-add-${area}`, `+ ${name(area)}`, () => put([...at, area], say('added', { what: name(area) })))),
          !one && button(`${id}-none`, part.none, () => put([])),
          one && button(`${id}-clear`, say('clear'), () => { list.splice(list.indexOf(one), 1); changed(); })));
    },
    moves: (part, index, row) => {
      const list = state.parts[index];
      const march = list.find((one) => one.from === row.area);
      const id = `move-${row.area}`;
      const reach = [...row.to, ...row.perhaps];
      const free = reach.filter((area) => !march || !march.to.some((step) => step.to === area));
      const unit = (kind, number) => { const found = part.units.find((one) => one.id === kind); return number === 1 ? found.one : found.many; };
      return make('fieldset', {}, make('legend', {}, titleOf(part)), helpOf(part),
        march && march.to.map((step, at) => make('div', { class: 'item' },
          make('div', { class: 'row' }, make('b', { class: 'grow' }, say('to-area', { area: name(step.to) })),
            button(`${id}-out-${step.to}`, '×', () => aim(row.area, step.to), { 'aria-label': say('take-out', { what: name(step.to) }) })),
          row.perhaps.includes(step.to) && make('p', { class: 'help' }, say('needs-ships', { area: name(step.to) })),
          make('div', { class: 'row' }, row.units.map(([kind, most]) => make('label', { class: 'row' }, make('span', {}, unit(kind, 2)),
            make('input', { type: 'number', inputmode: 'numeric', id: `${id}-${at}-${kind}`, min: 0, max: most, step: 1, value: step.units[kind] || 0, 'aria-label': say('units-to', { unit: unit(kind, 2), area: name(step.to) }), on: {
              change: (event) => { step.units[kind] = Math.max(0, Math.floor(Number(event.target.value)) || 0); changed(); },
            } })))))),
        march && march.to.length === 0 && make('p', {}, say('all-stay')),
        march && march.to.length > 0 && row.leave && make('label', { class: 'radio' }, make('input', { type: 'checkbox', id: `${id}-leave`, checked: march.leave, on: { change: (event) => { march.leave = event.target.checked; changed(); } } }), say('leave-power')),
        march && march.to.length > 0 && conditions(part, march, row, id),
        make('div', { class: 'row many' },
          free.map((area) => button(`${id}-to-${area}`, `→ ${name(area)}${row.perhaps.includes(area) ? ' *' : ''}`, () => aim(row.area, area))),
          !march && button(`${id}-stay`, say('stay'), () => { list.push({ from: row.area, to: [], leave: false, when: [], unless: [] }); changed(); }),
          march && button(`${id}-clear`, say('clear'), () => { list.splice(list.indexOf(march), 1); changed(); })),
        row.perhaps.length > 0 && make('p', { class: 'help' }, say('perhaps')));
    },
  };
  const conditions = (part, march, row, id) => {
    const text = (kind) => (one) => `${say(kind)} ${name(one.area)} ${part.words.is} ${part.conditions[one.is].word}`;
    const add = state.condition && state.condition.from === row.area ? state.condition : { from: row.area, kind: 'when', area: '', is: '' };
    const put = (next) => {
      state.condition = { ...add, ...next };
      const full = state.condition.area !== '' && state.condition.is !== '';
      if (full) {
        march[state.condition.kind].push({ area: state.condition.area, is: Number(state.condition.is) });
        state.condition = null;
      }
      changed(full ? say('condition-added') : '');
    };
    return make('details', { open: march.when.length + march.unless.length > 0 || Boolean(state.condition && state.condition.from === row.area) },
      make('summary', {}, say('conditions')),
      march.when.length > 0 && ordered(`${id}-when`, march.when, march.when.map(text('only-if')), false),
      march.unless.length > 0 && ordered(`${id}-unless`, march.unless, march.unless.map(text('not-if')), false),
      make('div', { class: 'row' }, radio(`${id}-if`, `${id}-kind`, say('only-if'), add.kind === 'when', () => put({ kind: 'when' })), radio(`${id}-ifnot`, `${id}-kind`, say('not-if'), add.kind === 'unless', () => put({ kind: 'unless' }))),
      select(`${id}-where`, say('area'), form.areas.map((area) => [area.id, area.name]), add.area, (area) => put({ area })),
      select(`${id}-is`, say('is'), part.conditions.map((one, at) => [at, one.word]), add.is, (is) => put({ is })));
  };
  const isStar = (part, id) => part.tokens.some((token) => token.id === id && token.star);
  const pooled = (part, index, unit) => (part.pool[unit] || 0) - form.parts.map((other, at) => (other.field !== 'builds' ? 0
    : other.rows.filter((row) => Array.isArray(state.parts[at][row.area]) && fits(row)).reduce((sum, row) => sum + state.parts[at][row.area].filter((build) => row.options[build].unit === unit).length, 0))).reduce((a, b) => a + b, 0);
  // Sends what is left of an area to another, or calls it back.
  const aim = (from, to) => {
    const part = form.parts[moves];
    const list = state.parts[moves];
    const row = part.rows.find((one) => one.area === from);
    let march = list.find((one) => one.from === from);
    if (!march) {
      march = { from, to: [], leave: false, when: [], unless: [] };
      list.push(march);
    }
    const there = march.to.findIndex((step) => step.to === to);
    if (there >= 0) {
      march.to.splice(there, 1);
      if (march.to.length === 0) list.splice(list.indexOf(march), 1);
      return changed(say('taken-out', { what: name(to) }));
    }
    const units = {};
    for (const [kind, number] of row.units) {
      units[kind] = Math.max(0, number - march.to.reduce((sum, step) => sum + (step.units[kind] || 0), 0));
    }
    march.to.push({ to, units });
    return changed(say('march-to', { from: name(from), to: name(to) }));
  };
  const rowsOf = (area) => form.parts.map((part, index) => ({ part, index, row: inArea[part.field] && (part.rows || []).find((row) => row.area === area) }))
    .filter(({ part, row }) => row && (part.field === 'tokens' || fits(row)));
  const panel = (area) => make('div', { class: 'panel', id: 'panel', role: 'group', 'aria-label': name(area) },
    fromMap && make('h3', { tabindex: -1, id: 'panel-title' }, name(area)), fromMap && make('p', { class: 'help' }, standing(areas.get(area))),
    rowsOf(area).map(({ part, index, row }) => inArea[part.field](part, index, row)),
    rowsOf(area).length === 0 && make('p', { class: 'help' }, say('nothing-here')));
  const standing = (area) => [area.holder, ...area.facts.map(fact)].filter(Boolean).join(', ');
  // What is planned for an area, in few words.
  const planned = (area) => {
    const all = [];
    const token = given(area);
    if (token !== undefined) all.push(token === '' ? form.parts[tokens].none : words.orders[token] || token);
    form.parts.forEach((part, index) => {
      const value = state.parts[index];
      const row = (part.rows || []).find((one) => one.area === area);
      if (!row || part.field === 'tokens' || !inArea[part.field] || !fits(row)) return;
      if (part.field === 'builds' && value[area] !== undefined) all.push(value[area] === 'none' || value[area].length === 0 ? part.none : value[area].map((at) => row.options[at].word).join(', '));
      if (part.field === 'targets') value.filter((raid) => raid.from === area).forEach((raid) => all.push(`⚡ ${raid.at.map(name).join(', ') || part.none}`));
      if (part.field === 'moves') value.filter((march) => march.from === area).forEach((march) => all.push(`→ ${march.to.map((step) => name(step.to)).join(', ') || say('all-stay')}`));
    });
    return all.join('; ');
  };
  const open = (area, byMap) => {
    if (byMap && moves >= 0 && chosen && chosen !== area) {
      const row = form.parts[moves].rows.find((one) => one.area === chosen);
      if (row && fits(row) && [...row.to, ...row.perhaps].includes(area)) return aim(chosen, area);
    }
    chosen = chosen === area ? null : area;
    fromMap = byMap && chosen !== null;
    told = '';
    draw();
    return undefined;
  };
  const areaButton = (area) => make('li', {}, make('button', { type: 'button', class: 'area', id: `area-${area.id}`, 'aria-expanded': chosen === area.id && !fromMap ? 'true' : 'false', on: { click: () => open(area.id, false) } },
    make('b', {}, area.name), make('span', {}, standing(area)), planned(area.id) && make('span', { class: 'set' }, ` ${planned(area.id)}`)),
  chosen === area.id && !fromMap && panel(area.id));
  const unfolded = {};
  const board = () => {
    const own = form.areas.filter((area) => rowsOf(area.id).length > 0);
    const kinds = [...new Set(form.areas.map((area) => area.kind))];
    return [
      own.length > 0 && make('section', {}, make('h2', {}, say('your-areas')), make('p', { class: 'help' }, say('tap-area')), make('ul', {}, own.map(areaButton))),
      make('details', { open: Boolean(unfolded.board), on: { toggle: (event) => { unfolded.board = event.target.open; } } }, make('summary', { id: 'the-board' }, own.length > 0 ? say('other-areas') : say('board')),
        kinds.map((kind) => make('div', {}, make('h3', {}, words.text[`kind-${kind}`] || spoken(kind)),
          make('ul', {}, form.areas.filter((area) => area.kind === kind && !own.includes(area)).map((area) => make('li', {}, make('b', {}, area.name), standing(area) && `: ${standing(area)}`)))))),
    ];
  };
  const section = (part, index) => {
    const put = (value, what) => { state.parts[index] = value; changed(what); };
    return make('fieldset', { id: `part-${index}` }, make('legend', {}, titleOf(part)), helpOf(part), fields[part.field](part, state.parts[index], put, `q${index}`));
  };

  // The plan as text: a tree of words, written as YAML.
  const RESERVED = ['null', 'yes', 'no', 'true', 'false', 'on', 'off'];
  const LANGUAGE = ['yes', 'no'];
  const scalar = (text) => (/^[\p{L}\p{N}]/u.test(text) && !/ $/.test(text) && !/[:#,[\]{}"\\\n\r\t\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text) && !RESERVED.includes(text.toLowerCase()) ? text : JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, (odd) => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`));
  // A word that the language of plans has: it needs no quotation marks.
  const plain = (text) => ({ plain: text });
  const set = (tree, path, leaf) => {
    const [key, ...rest] = path;
    if (rest.length === 0) tree.set(key, leaf);
    else {
      if (!(tree.get(key) instanceof Map)) tree.set(key, new Map());
      set(tree.get(key), rest, leaf);
    }
  };
  const flow = (leaf) => {
    if (leaf instanceof Map) return `{${[...leaf].map(([key, value]) => `${scalar(key)}: ${flow(value)}`).join(', ')}}`;
    if (Array.isArray(leaf)) return `[${leaf.map(flow).join(', ')}]`;
    return leaf.plain === undefined ? scalar(leaf) : leaf.plain;
  };
  const WIDE = 66;
  const broken = (line, indent) => {
    const lines = [];
    let rest = line;
    while (rest.length > WIDE && /[[{]/.test(line)) {
      const at = rest.lastIndexOf(', ', WIDE - 2);
      if (at <= indent + 6) break;
      lines.push(rest.slice(0, at + 1));
      rest = ' '.repeat(indent + 4) + rest.slice(at + 2);
    }
    return [...lines, rest];
  };
  const lines = (tree, indent) => [...tree].flatMap(([key, leaf]) => {
    const head = `${' '.repeat(indent)}${scalar(key)}:`;
    if (leaf instanceof Map) return [head, ...lines(leaf, indent + 2)];
    if (Array.isArray(leaf) && leaf.some((one) => one instanceof Map)) {
      return [head, ...leaf.flatMap((one) => lines(one, indent + 4).map((line, at) => (at === 0 ? `${' '.repeat(indent + 2)}- ${line.trimStart()}` : line)))];
    }
    return broken(`${head} ${flow(leaf)}`, indent);
  });
  const shown = (build) => scalar(build.word);
  const force = (part, row, march, step) => {
    const all = row.units.every(([kind, number]) => (step.units[kind] || 0) === number) && march.to.length === 1;
    if (all) return [plain(part.words.all), part.words.all];
    const going = row.units.filter(([kind]) => step.units[kind] > 0);
    const word = ([kind]) => { const unit = part.units.find((one) => one.id === kind); const number = step.units[kind]; return number === 1 ? unit.one : `${number} ${unit.many}`; };
    return [going.map((one) => plain(word(one))), Object.fromEntries(going.map(([kind]) => [kind, step.units[kind]]))];
  };
  // Writes the answer of a part into the text and into the sealed plan.
  const write = {
    one: (part, value, text, plan) => {
      if (value === null || value === undefined) return;
      const option = part.options[value];
      text(plain(rawOf(option)));
      plan(option.value);
    },
    ranked: (part, value, text, plan) => {
      if (value === 'none') { text(plain(part.none)); plan([]); return; }
      if (value.length === 0) return;
      text(value.map((at) => plain(rawOf(part.options[at]))));
      plan(value.map((at) => part.options[at].value));
    },
    numbers: (part, value, text, plan) => {
      const rows = part.rows.filter((row) => value[row.id] !== undefined);
      if (rows.length === 0) return;
      text(rows.map((row) => [row.word, plain(String(value[row.id]))]));
      plan(Object.fromEntries(rows.map((row) => [row.id, value[row.id]])));
    },
    tokens: (part, value, text, plan, beside) => {
      const rows = part.rows.filter((row) => value[row.area] !== undefined);
      if (rows.length === 0) return;
      text(rows.map((row) => [name(row.area), plain(value[row.area] === '' ? part.none : scalar(value[row.area]))]));
      plan(Object.fromEntries(rows.filter((row) => value[row.area] !== '').map((row) => [row.area, value[row.area]])));
      const refused = rows.filter((row) => value[row.area] === '').map((row) => row.area).sort();
      if (refused.length > 0) beside([part.refused], refused);
    },
    builds: (part, value, text, plan, beside) => {
      const rows = part.rows.filter((row) => value[row.area] !== undefined && fits(row));
      if (rows.length === 0) return;
      const list = (row) => (Array.isArray(value[row.area]) ? value[row.area].map((at) => row.options[at]) : []);
      text(rows.map((row) => [name(row.area), list(row).length === 0 ? plain(part.none) : list(row).map((build) => plain(shown(build)))]));
      const pieces = (row) => list(row).map((build) => ({ area: row.area, ...build.value }));
      if (part.refused) {
        plan(rows.flatMap(pieces));
        const refused = rows.filter((row) => list(row).length === 0).map((row) => row.area).sort();
        if (refused.length > 0) beside([part.refused], refused);
      } else {
        plan(rows.map((row) => (list(row).length === 0 ? { area: row.area } : { area: row.area, muster: pieces(row) })));
      }
    },
    targets: (part, value, text, plan) => {
      const rows = value.filter((raid) => part.rows.some((row) => row.area === raid.from && fits(row)));
      if (rows.length === 0) return;
      text(rows.map((raid) => new Map([[part.keys[0], name(raid.from)], [part.keys[1], raid.at.length === 0 ? plain(part.none) : raid.at.map(name)]])));
      plan(rows.map((raid) => ({ from: raid.from, at: raid.at })));
    },
    moves: (part, value, text, plan) => {
      const all = marches(part, value);
      if (all.length === 0) return;
      const guard = (one) => `${name(one.area)} ${part.words.is} ${part.conditions[one.is].word}`;
      text(all.map(({ march, row, steps }) => {
        const entry = new Map([[part.words.from, name(march.from)]]);
        entry.set(part.words.to, steps.length === 0 ? plain(part.words.none) : new Map(steps.map((step) => [name(step.to), force(part, row, march, step)[0]])));
        if (leaves(march, row)) entry.set(part.words.leave, plain(part.words.yes));
        if (march.when.length > 0) entry.set(part.words.when, march.when.map(guard));
        if (march.unless.length > 0) entry.set(part.words.unless, march.unless.map(guard));
        return entry;
      }));
      plan(all.map(({ march, row, steps }) => {
        const entry = { from: march.from, to: steps.map((step) => ({ to: step.to, units: force(part, row, march, step)[1] })) };
        const guards = (list) => list.map((one) => ({ area: one.area, is: part.conditions[one.is].value }));
        if (leaves(march, row)) entry['leave-power'] = true;
        if (march.when.length > 0) entry.if = guards(march.when);
        if (march.unless.length > 0) entry.unless = guards(march.unless);
        return entry;
      }));
    },
    lines: (part, value, text) => {
      if (value.length === 0) return;
      text(value.map((line) => {
        const shape = part.shapes[line.shape];
        const entry = new Map(shape.fixed.map(([key, word]) => [key, word]));
        shape.parts.forEach((inner, at) => write[inner.field](inner, line.answers[at], (leaf) => set(entry, inner.at, leaf), () => {}));
        for (const [key, leaf] of entry) if (leaf instanceof Map) entry.set(key, plain(flow(leaf)));
        return entry;
      }));
    },
  };
  // A form, such as `{from: winterfell}`, is YAML already, and the language's own words need no quotation marks.
  const rawOf = (option) => (option.form || LANGUAGE.includes(option.word) ? option.word : scalar(option.word));
  const leaves = (march, row) => march.leave && row.leave && march.to.length > 0;
  const marches = (part, value) => value.map((march) => {
    const row = part.rows.find((one) => one.area === march.from);
    return { march, row, steps: march.to.filter((step) => Object.values(step.units).some((number) => number > 0)) };
  }).filter(({ row }) => row && fits(row));
  const written = () => {
    const tree = new Map();
    const plan = { ...(form.sealed || {}) };
    form.parts.forEach((part, index) => {
      const text = (leaf) => {
        const list = Array.isArray(leaf) && leaf.length > 0 && Array.isArray(leaf[0]) ? new Map(leaf) : leaf;
        set(tree, part.at, list);
      };
      const into = (path, value) => {
        let at = plan;
        path.slice(0, -1).forEach((step) => { at = at[step] = at[step] || {}; });
        at[path[path.length - 1]] = value;
      };
      write[part.field](part, state.parts[index], text, (value) => part.data && into(part.data, value), into);
    });
    return { text: tree.size === 0 ? '' : ['plan:', ...lines(tree, 2)].join('\n'), plan };
  };
  const keyNow = () => data.key || typedKey.replace(/[^0-9A-Za-z -]/g, '').trim();
  const head = () => [`campaign: ${scalar(data.campaign)}`, `seat: ${scalar(data.seat)}`, ...(keyNow() ? [`key: ${scalar(keyNow())}`] : [])];
  const document_ = (text) => ['---', ...head(), '', text, ...(state.final ? ['final: yes'] : []), '---', ''].join('\n');

  // What is not legal, and what is worth a second look.
  const check = () => {
    const wrong = [];
    const notes = [];
    form.parts.forEach((part, index) => {
      const value = state.parts[index];
      if (part.asked && isBlank(value)) notes.push(say('asked-now', { what: titleOf(part) }));
      if (part.field === 'numbers') {
        part.rows.filter((row) => row.asked && value[row.id] === undefined).forEach((row) => notes.push(say('asked-now', { what: words.titles[row.id] || row.word })));
        part.rows.forEach((row) => { if ((value[row.id] || 0) > row.most || (value[row.id] || 0) < 0) wrong.push(say('bad-number', { what: words.titles[row.id] || row.word, most: row.most })); });
        if (shared(part, value) > part.purse) wrong.push(say('bad-purse', { sum: shared(part, value), all: part.purse }));
      }
      if (part.field === 'ranked' && !isBlank(value) && value !== 'none' && value.length < part.least) wrong.push(say('bad-few', { what: titleOf(part), least: part.least }));
      if (part.field === 'tokens') {
        const bare = part.rows.filter((row) => !value[row.area]).map((row) => name(row.area));
        if (bare.length > 0 && bare.length < part.rows.length) (part.everywhere && part.rows.length <= part.tokens.reduce((sum, token) => sum + token.number, 0) ? wrong : notes).push(say(part.everywhere ? 'bad-bare' : 'bare', { areas: bare.join(', ') }));
        if (starred() > part.stars) wrong.push(say('bad-stars', { all: part.stars }));
      }
      if (part.field === 'moves') {
        marches(part, value).forEach(({ march, row, steps }) => {
          row.units.forEach(([kind, number]) => {
            const going = march.to.reduce((sum, step) => sum + (step.units[kind] || 0), 0);
            if (going > number) wrong.push(say('bad-units', { area: name(march.from), number, unit: part.units.find((one) => one.id === kind).many }));
          });
          march.to.filter((step) => !steps.includes(step)).forEach((step) => wrong.push(say('bad-nobody', { area: name(step.to) })));
          if (steps.filter((step) => part.fights.includes(step.to)).length > 1) wrong.push(say('bad-battles', { area: name(march.from) }));
          steps.filter((step) => row.perhaps.includes(step.to)).forEach((step) => notes.push(say('needs-ships', { area: name(step.to) })));
        });
        if (tokens >= 0) part.rows.filter((row) => fits(row) && !value.some((march) => march.from === row.area)).forEach((row) => notes.push(say('no-march', { area: name(row.area) })));
      }
      if (part.field === 'lines') {
        value.forEach((line, at) => {
          const shape = part.shapes[line.shape];
          shape.parts.forEach((inner, place) => {
            const answer = line.answers[place];
            const lacks = inner.field === 'one' ? !inner.standing && answer === null : inner.field === 'ranked' && answer !== 'none' && answer.length < inner.least;
            if (lacks) wrong.push(say('bad-line', { number: at + 1, turn: titleOf(shape), part: titleOf(inner) }));
          });
        });
      }
    });
    return { wrong, notes };
  };

  // Sealing, by docs/protocol.md.
  const canonical = (value) => {
    if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
    if (value !== null && typeof value === 'object') return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error('not a whole number');
    return JSON.stringify(value);
  };
  const bytes = (text) => new TextEncoder().encode(text);
  const hex = (all) => [...new Uint8Array(all)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // Browsers give a page from a file no WebCrypto everywhere, so the same is here by hand (FIPS 180-4). The tests compare both.
  const primes = (() => {
    const all = [];
    for (let n = 2; all.length < 64; n += 1) if (all.every((prime) => n % prime !== 0)) all.push(n);
    return all;
  })();
  const fraction = (number) => Math.floor((number - Math.floor(number)) * 4294967296) | 0;
  const byHand = (text) => {
    const message = bytes(text);
    const padded = new Uint8Array(((message.length + 72) >> 6) << 6);
    padded.set(message);
    padded[message.length] = 128;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(message.length / 536870912));
    view.setUint32(padded.length - 4, (message.length << 3) >>> 0);
    const turn = (word, by) => (word >>> by) | (word << (32 - by));
    const hash = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
    const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
    const w = new Int32Array(64);
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(at + 4 * i);
      for (let i = 16; i < 64; i += 1) {
        const [x, y] = [w[i - 15], w[i - 2]];
        w[i] = (w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i += 1) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] = (hash[i] + word) | 0; });
    }
    return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  };
  const sha256 = async (text) => (crypto.subtle ? hex(await crypto.subtle.digest('SHA-256', bytes(text))) : byHand(text));
  const armour = (json, digest) => {
    const base = btoa(String.fromCharCode(...bytes(json))).replace(/=+$/, '');
    return ['-----BEGIN RAVENPOST OPENING-----', ...base.match(/.{1,64}/g), `=${digest.slice(0, 8)}`, '-----END RAVENPOST OPENING-----', ''].join('\n');
  };
  const sealOf = async (plan, nonce, to = data) => {
    const json = canonical({ campaign: to.campaign, format: 'ravenpost/1', nonce, plan, seat: to.seat, window: to.window });
    const digest = await sha256(json);
    return { json, seal: `sha256:${digest}`, armour: armour(json, digest) };
  };
  const canSeal = Boolean(form.sealed && window.crypto && crypto.getRandomValues);
  const save = (file, text) => {
    const link = make('a', { href: URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' })), download: file, hidden: true });
    document.body.append(link);
    link.click();
    setTimeout(() => { URL.revokeObjectURL(link.href); link.remove(); }, 10000);
  };
  const openingFile = `${data.campaign}-${data.seat}-${data.window.replace(/[^\w]+/g, '-')}.opening.json`;
  const seal = async () => {
    const { plan } = written();
    const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
    try {
      sealed = await sealOf(plan, nonce);
    } catch (odd) {
      told = say('seal-failed');
      return draw();
    }
    const remembered = memory !== null && keep(vault, sealed);
    save(openingFile, sealed.json);
    told = say(remembered ? 'sealed' : 'sealed-not-kept');
    draw();
    document.getElementById('seal-text').focus();
    return undefined;
  };
  // Whether the seal is that of the plan as it is now.
  const isSealed = () => canonical(JSON.parse(sealed.json).plan) === canonical(written().plan);
  const sealText = () => ['---', ...head(), `window: ${scalar(data.window)}`, `seal: ${sealed.seal}`, 'final: yes', '---', ''].join('\n');

  // Sending.
  const MOST = 2000;
  const link = (text) => `mailto:${encodeURIComponent(data.address).replace(/%40/g, '@')}?subject=${encodeURIComponent(data.subject)}&body=${encodeURIComponent(text.replace(/\n/g, '\r\n'))}`;
  const copy = async (text, box) => {
    let done = false;
    try {
      await navigator.clipboard.writeText(text);
      done = true;
    } catch (refused) {
      const area = document.getElementById(box);
      area.focus();
      area.select();
      done = document.execCommand('copy');
    }
    told = say(done ? 'copied' : 'not-copied', { address: data.address });
    draw();
  };
  const mail = (id, text) => {
    const target = link(text);
    if (target.length > MOST) return make('p', { class: 'notice', id: `${id}-long` }, say('too-long', { address: data.address }));
    return make('p', {}, make('a', { id, class: 'button', href: target }, say('mail', { address: data.address })));
  };
  const box = (id, text, title) => make('textarea', { id, readOnly: true, 'aria-label': title, rows: Math.min(24, text.split('\n').length + 1), spellcheck: 'false', value: text });
  const sending = () => {
    const { text } = written();
    const { wrong, notes } = check();
    const ready = text !== '' && wrong.length === 0;
    const whole = document_(text);
    return make('section', {}, make('h2', {}, say('your-plan')),
      make('div', { id: 'problems' }, wrong.length > 0 && make('p', { class: 'bad' }, say('not-legal')), make('ul', {}, wrong.map((one) => make('li', { class: 'bad' }, `✗ ${one}`)), notes.map((one) => make('li', {}, `• ${one}`))),
        text === '' && make('p', { class: 'help' }, say('empty'))),
      make('label', { class: 'radio' }, make('input', { type: 'checkbox', id: 'final', checked: state.final, on: { change: (event) => { state.final = event.target.checked; changed(); } } }), say('final')),
      !data.key && make('label', { class: 'row' }, make('span', {}, say('key')), make('input', { id: 'key', class: 'grow', value: typedKey, autocomplete: 'off', spellcheck: 'false', on: { change: (event) => { typedKey = event.target.value; draw(); } } })),
      text !== '' && box('plan-text', whole, say('plan-as-text')),
      ready && data.mails && make('div', {}, make('p', { class: 'help' }, say('send-help', { address: data.address })), mail('mail', whole), make('div', { class: 'row' }, button('copy', say('copy'), () => copy(whole, 'plan-text'), { class: 'main' }))),
      ready && data.seals && form.sealed && make('div', {}, make('h3', {}, say('seal-title')), make('p', { class: 'help' }, say('seal-help')), canSeal ? button('seal', say('seal'), seal) : make('p', { class: 'notice' }, say('no-seal'))),
      data.seals && sealed && make('div', { class: 'panel' }, make('h3', {}, say('sealed-title')), make('p', {}, say('sealed-help', { file: openingFile })),
        !isSealed() && make('p', { class: 'bad', id: 'seal-old' }, say('seal-old')),
        box('seal-text', sealText(), say('seal-as-text')), mail('mail-seal', sealText()),
        make('div', { class: 'row' }, button('copy-seal', say('copy-seal'), () => copy(sealText(), 'seal-text'), { class: 'main' }), button('save-opening', say('save-opening'), () => save(openingFile, sealed.json))),
        make('details', {}, make('summary', {}, say('opening')), make('p', { class: 'help' }, say('opening-help')), box('opening-text', sealed.armour, say('opening')), button('copy-opening', say('copy-opening'), () => copy(sealed.armour, 'opening-text')))),
      make('div', { class: 'row' }, button('forget', say('start-again'), () => { state = { parts: form.parts.map(blank), final: false }; chosen = null; changed(say('cleared')); })));
  };

  // The map, where the page has one.
  const mark = () => {
    const reach = new Set();
    if (chosen && moves >= 0) {
      const row = form.parts[moves].rows.find((one) => one.area === chosen);
      if (row && fits(row)) [...row.to, ...row.perhaps].forEach((area) => reach.add(area));
    }
    const shapes = new Map();
    map.querySelectorAll('[data-area]').forEach((shape) => {
      shapes.set(shape.dataset.area, shape);
      shape.classList.toggle('chosen', shape.dataset.area === chosen);
      shape.classList.toggle('reach', reach.has(shape.dataset.area));
    });
    const svg = map.querySelector('svg');
    if (!svg) return;
    map.querySelectorAll('.planned').forEach((old) => old.remove());
    const plan = svgOf('g', { class: 'planned', 'pointer-events': 'none' });
    const middle = (area) => {
      const shape = shapes.get(area);
      if (!shape) return null;
      const box = shape.getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    if (moves >= 0) {
      marches(form.parts[moves], state.parts[moves]).forEach(({ march, steps }) => steps.forEach((step) => {
        const [from, to] = [middle(march.from), middle(step.to)];
        if (!from || !to) return;
        const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        const length = Math.hypot(dx, dy) || 1;
        const [ux, uy] = [dx / length, dy / length];
        const [x, y] = [to[0] - ux * 14, to[1] - uy * 14];
        plan.append(
          svgOf('line', { x1: from[0], y1: from[1], x2: x, y2: y }),
          svgOf('path', { d: `M${to[0]} ${to[1]}L${x - uy * 8} ${y + ux * 8}L${x + uy * 8} ${y - ux * 8}Z` }),
        );
      }));
    }
    if (tokens >= 0) {
      form.parts[tokens].rows.forEach((row) => {
        const token = given(row.area);
        const at = token && middle(row.area);
        if (at) plan.append(laid(token, shapes.get(row.area), at));
      });
    }
    svg.append(plan);
  };
  // An order as a counter, where the map has room for one beside the name; in words where the map has no sign for it.
  const laid = (token, shape, at) => {
    const title = words.orders[token] || token;
    const kind = (/^[a-z]+/.exec(token) || [''])[0];
    const star = token.endsWith('*');
    if (!shape.dataset.spot || !map.querySelector(`defs > [id="${kind}"]`)) {
      const text = svgOf('text', { class: 'words', x: at[0], y: at[1] - 22, 'text-anchor': 'middle' });
      text.textContent = title;
      return text;
    }
    const [x, y, size] = shape.dataset.spot.split(' ').map(Number);
    const counter = svgOf('g', { class: star ? 'order star' : 'order', transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})` });
    const text = svgOf('title', {});
    text.textContent = title;
    counter.append(text, svgOf('use', { href: `#${kind}`, class: 'halo' }), svgOf('use', { href: `#${kind}` }));
    const number = /[-+]\d+/.exec(title);
    const place = { march: [9.4, 12, 14.5], defense: [12, 11.2, 14.5], support: [12, 9.3, 13.5] }[kind];
    if (number && place) {
      const digits = svgOf('text', { x: place[0], y: place[1] + place[2] * 0.35, 'font-size': place[2], 'text-anchor': 'middle' });
      digits.textContent = number[0].replace('-', '−').replace('+0', '0');
      counter.append(digits);
    } else if (star) {
      counter.append(svgOf('use', { href: '#star', class: 'mark', transform: `translate(7.2 ${kind === 'raid' ? 10 : 8.6}) scale(.4)` }));
    }
    return counter;
  };
  const svgOf = (tag, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    return element;
  };
  map.addEventListener('click', (event) => {
    const shape = event.target.closest('[data-area]');
    if (shape && areas.has(shape.dataset.area)) open(shape.dataset.area, true);
  });

  const root = make('div', {});
  const live = make('p', { class: 'sr', role: 'status', 'aria-live': 'polite' });
  let drawing = false;
  const draw = () => {
    // A field that is taken away while it is written in says once more that it has changed: nothing is new then.
    if (drawing) return;
    drawing = true;
    try { redraw(); } finally { drawing = false; }
  };
  const redraw = () => {
    const active = document.activeElement && document.activeElement.id;
    const scroll = window.scrollY;
    // The panel of an area of the map lies over its foot, and is scrolled by itself.
    const sheet = document.getElementById('panel');
    const stays = sheet && sheet.getAttribute('aria-label') === (chosen && name(chosen));
    const within = stays ? sheet.scrollTop : 0;
    const asked = stays ? sheet.querySelectorAll('fieldset').length : 0;
    const byKey = document.activeElement && document.activeElement.matches(':focus-visible');
    const loose = form.parts.map((part, index) => [part, index]).filter(([part]) => fields[part.field]);
    const order = moves >= 0 && marches(form.parts[moves], state.parts[moves]);
    root.replaceChildren(
      make('p', {}, data.intro),
      data.deadline ? make('p', {}, say('deadline', { deadline: data.deadline })) : '',
      make('div', { id: 'map-place' }),
      chosen && fromMap ? panel(chosen) : '',
      ...board().filter(Boolean),
      order && order.length > 1 ? make('fieldset', {}, make('legend', {}, say('march-order')), ordered('march-order', state.parts[moves], state.parts[moves].map((march) => `${name(march.from)} → ${march.to.map((step) => name(step.to)).join(', ') || say('all-stay')}`))) : '',
      ...loose.filter(([part]) => !part.standing).map(([part, index]) => section(part, index)),
      loose.some(([part]) => part.standing) ? make('details', { open: Boolean(unfolded.standing), on: { toggle: (event) => { unfolded.standing = event.target.open; } } }, make('summary', { id: 'standing' }, say('standing')), make('p', { class: 'help' }, say('standing-help')), loose.filter(([part]) => part.standing).map(([part, index]) => section(part, index))) : '',
      sending(),
    );
    if (map.firstElementChild) document.getElementById('map-place').append(map);
    mark();
    live.textContent = told;
    const again = active && document.getElementById(active);
    const heir = again && !again.disabled ? again : !fromMap && active && neighbour(active);
    if (heir) heir.focus({ preventScroll: true });
    else if (fromMap && document.getElementById('panel-title')) document.getElementById('panel-title').focus({ preventScroll: true });
    const shown = document.getElementById('panel');
    // What an order asks in its turn, such as where its units march, may begin below the panel's foot.
    const fresh = shown && asked > 0 && !byKey ? shown.querySelectorAll('fieldset')[asked] : null;
    if (shown) shown.scrollTop = fresh ? fresh.offsetTop : within;
    window.scrollTo(0, scroll);
  };
  // The field of the same question that is nearest to one that is gone, or that cannot be pressed now: the keyboard goes on there.
  const neighbour = (id) => {
    for (let stem = id; stem.includes('-');) {
      stem = stem.slice(0, stem.lastIndexOf('-'));
      const place = (text) => { const at = parseInt(text.slice(stem.length + 1), 10); return Number.isNaN(at) ? 999 : at; };
      const far = (field) => Math.abs(place(field.id) - place(id));
      const fields = [...document.querySelectorAll('button, input, select, summary')].filter((field) => field.id.startsWith(`${stem}-`) && !field.disabled);
      if (fields.length) return fields.reduce((best, field) => (far(field) < far(best) ? field : best));
    }
    return null;
  };
  document.getElementById('asleep').remove();
  page.append(root, live);
  try {
    draw();
  } catch (odd) {
    // What the browser kept is of no use.
    state = { parts: form.parts.map(blank), final: false };
    draw();
  }
  // For those who want to verify the page, and for its tests.
  window.ravenpost = { written, check, canonical, sealOf, sha256, byHand, armour, text: () => document_(written().text) };
})();
