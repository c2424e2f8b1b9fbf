// Plays one schedule: a column an actor, and what each step changes in the real tables.
let playing = null;  // {go, at, last, toggle} of the schedule that is shown

function traceTable(trace, go) {
  const body = trace.turns.map((index, at) => {
    const turn = page.turns[index];
    const shorts = turn.changes.map((one) => page.changes[one].short).filter((text) => text);
    return make('tr', { class: turn.crash ? 'crash' : '', onclick: () => go(at + 1) },
      make('th', { scope: 'row' }, String(at + 1)), make('td', { class: 'time' }, turn.time),
      trace.actors.map((actor, which) => make('td', { 'data-actor': which }, which === turn.actor ? turn.lines.map((line) => make('div', { class: spoken(line.text).startsWith('→') ? 'reply' : '' }, both(line.text))) : '')),
      make('td', { class: 'shorts', 'data-actor': 'changes' }, shorts.map((text) => make('div', {}, text))));
  });
  return make('table', { class: 'trace' }, make('caption', { class: 'unseen' }, words.trace),
    make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, '#'), make('th', { scope: 'col' }, words.time),
      trace.actors.map((actor, which) => make('th', { scope: 'col', 'data-actor': which }, actor)), make('th', { scope: 'col', 'data-actor': 'changes' }, words.changes))),
    make('tbody', {}, body));
}

/// One row of a table as a step changed it.
function difference(change) {
  const kind = { '+': 'added', '~': 'changed', '-': 'removed' }[change.kind];
  const head = make('tr', {}, make('th', { scope: 'col' }, words.field),
    change.kind !== '+' ? make('th', { scope: 'col' }, words.was) : '', change.kind !== '-' ? make('th', { scope: 'col' }, words.is) : '');
  // Hashes and whole answers are shown as far as there is room; they can be scrolled.
  const value = (text, of) => make('td', { class: of }, make('div', { class: text.length > 40 ? 'long' : text.length < 17 ? 'whole' : '' }, text === '' ? '–' : text));
  return make('details', { class: 'difference ' + kind, open: change.kind !== '+' || change.short !== '' },
    make('summary', {}, make('span', { class: 'sign', 'aria-hidden': 'true' }, change.kind === '-' ? '−' : change.kind), make('b', {}, change.table), ' ', change.row, make('small', {}, words.kinds[change.kind])),
    make('div', { class: 'scroll' }, make('table', {}, make('thead', {}, head), make('tbody', {}, change.fields.map(([name, before, after]) =>
      make('tr', {}, make('th', { scope: 'row' }, name), change.kind !== '+' ? value(before, 'was') : '', change.kind !== '-' ? value(after, 'is') : ''))))));
}

function nowText(trace, at) {
  if (at === 0) return words.before;
  const turn = page.turns[trace.turns[at - 1]];
  const said = turn.lines.map((line) => both(line.text));
  return join(trace.actors[turn.actor] + ': ', ...said.flatMap((text, index) => index ? [' ', text] : [text]));
}

/// The actor's own step, and every named point of the product that it passed in this turn.
function nowDetail(trace, at) {
  if (at === 0) return '';
  const turn = page.turns[trace.turns[at - 1]];
  return [turn.step, turn.points.join(' → ')].filter((text) => text).join(' · ');
}

function ending(trace) {
  const found = join(words.reconciliation, both(trace.found));
  return make('div', { class: 'ending ' + (trace.leaks ? 'leaks' : 'safe') },
    trace.leaks ? trace.harms.map((name) => make('p', {}, '✖ ', make('b', {}, name), ' ', both(page.harms[name]))) : make('p', {}, '✓ ', words.safe),
    trace.moved.map((one) => make('p', { class: 'quiet' }, both(one.text))), make('p', { class: 'quiet' }, found));
}

function columnChoice(trace, table) {
  const list = [...trace.actors.map((name, which) => [String(which), name]), ['changes', words.changes]];
  return make('div', { class: 'choice columns', role: 'group', 'aria-labelledby': 'shown-label' }, make('span', { id: 'shown-label' }, words.shown),
    list.map(([which, name]) => make('button', { type: 'button', 'aria-pressed': 'true', onclick: (event) => {
      const hide = event.currentTarget.getAttribute('aria-pressed') === 'true';
      event.currentTarget.setAttribute('aria-pressed', String(!hide));
      for (const one of table.querySelectorAll(`[data-actor="${which}"]`)) one.hidden = hide;
    } }, name)));
}

function player(trace, begin) {
  const last = trace.turns.length;
  const state = { at: begin, last, timer: null };
  const slider = make('input', { type: 'range', id: 'slider', min: '0', max: String(last), step: '1', value: String(begin), oninput: () => go(Number(slider.value)) });
  label(slider, 'aria-label', words.slider);
  const button = (id, sign, text, act) => {
    const one = make('button', { type: 'button', id, onclick: act }, sign);
    label(one, 'aria-label', text);
    label(one, 'title', text);
    return one;
  };
  const first = button('first', '⇤', words.first, () => go(0));
  const previous = button('previous', '←', words.previous, () => go(state.at - 1));
  const toggle = button('toggle', '▶', words.play, () => state.toggle());
  const next = button('next', '→', words.next, () => go(state.at + 1));
  const end = button('last', '⇥', words.last, () => go(last));
  const count = make('output', { class: 'count', id: 'step-count', for: 'slider' });
  const now = make('p', { id: 'now', 'aria-live': 'polite', 'aria-atomic': 'true' });
  const table = traceTable(trace, (at) => go(at));
  const scroller = make('div', { class: 'scroll steps', tabindex: '0', role: 'region' }, table);
  label(scroller, 'aria-label', words.trace);
  const differences = make('div', { id: 'differences' });
  const verdict = ending(trace);

  const halt = () => {
    clearInterval(state.timer);
    state.timer = null;
    toggle.textContent = '▶';
    for (const name of ['aria-label', 'title']) label(toggle, name, words.play);
  };
  state.toggle = () => {
    if (state.timer !== null) return halt();
    if (state.at === last) go(0);
    state.timer = setInterval(() => (state.at < last ? advance(state.at + 1) : halt()), 1100);
    toggle.textContent = '❚❚';
    for (const name of ['aria-label', 'title']) label(toggle, name, words.pause);
  };
  const advance = (to) => {
    state.at = Math.max(0, Math.min(last, to));
    slider.value = String(state.at);
    label(slider, 'aria-valuetext', join(words.step(state.at, last), '. ', nowText(trace, state.at)));
    first.disabled = previous.disabled = state.at === 0;
    next.disabled = end.disabled = state.at === last;
    show(count, words.step(state.at, last));
    show(now, nowText(trace, state.at), make('small', {}, nowDetail(trace, state.at)));
    [...table.tBodies[0].rows].forEach((row, index) => {
      row.classList.toggle('later', index >= state.at);
      if (index === state.at - 1) row.setAttribute('aria-current', 'step');
      else row.removeAttribute('aria-current');
    });
    const current = table.tBodies[0].rows[state.at - 1];
    if (current) scroller.scrollTop = Math.max(0, current.offsetTop - scroller.clientHeight / 2);
    const changes = state.at === 0 ? [] : page.turns[trace.turns[state.at - 1]].changes;
    show(differences, make('h4', {}, words.difference), changes.length ? changes.map((one) => difference(page.changes[one]))
      : make('p', { class: 'quiet' }, state.at === 0 ? words.before : words.noChange));
    verdict.classList.toggle('later', state.at < last);
    remember();
  };
  const go = (to) => {
    halt();
    advance(to);
  };
  if (playing) playing.halt();
  playing = Object.assign(state, { go, halt });
  queueMicrotask(() => advance(begin));
  const controls = make('div', { class: 'controls', role: 'group' }, first, previous, toggle, next, end, slider, count);
  label(controls, 'aria-label', words.player);
  return make('div', { class: 'player' }, controls,
    make('p', { class: 'keys quiet' }, words.keys), now, columnChoice(trace, table), scroller, verdict, differences,
    make('p', { class: 'quiet replay' }, words.replay, ' ', make('code', {}, 'payonce lab replay ' + trace.id)));
}

/// The player's keys work wherever nothing else wants them.
function keys(event) {
  if (!playing || document.getElementById('cell').hidden || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest('input, textarea, select, #leaks')) return;
  if (event.key === ' ' && event.target.closest('button, summary, a')) return;
  const acts = { ArrowLeft: () => playing.go(playing.at - 1), ArrowRight: () => playing.go(playing.at + 1), Home: () => playing.go(0), End: () => playing.go(playing.last), ' ': () => playing.toggle() };
  if (!acts[event.key]) return;
  event.preventDefault();
  acts[event.key]();
}
