// What is said of one cell: its verdict, its numbers, who stopped what, why, and the cure.
let opened = null;  // {row, cell}

const layersInWords = (cell) => make('ul', { class: 'layers' }, [...bare(cell.layers)].map((letter, at) => {
  const name = 'KWSV'[at];
  const state = letter === '-' ? 'off' : letter === name ? 'on' : 'naive';
  return make('li', { class: state }, make('b', {}, name), ' ', words.layers[name], ' ', make('em', {}, words[state]));
}), forgets(cell) ? make('li', { class: 'off' }, make('b', {}, 'X'), ' ', words.channelForgets) : '');

function verdictLine(cell) {
  const sign = { safe: '✓', leaks: '✖', unknown: '?' }[cell.verdict];
  const more = cell.complete ? '' : '+';
  return make('p', { class: 'verdict ' + cell.verdict },
    make('span', { class: 'sign', 'aria-hidden': 'true' }, sign), make('b', {}, words[cell.verdict]),
    cell.verdict === 'leaks' ? make('span', {}, grouped(cell.leaking) + more, words.of, grouped(cell.schedules) + more) : '');
}

function numbers(cell) {
  const least = cell.complete ? '' : words.atLeast;
  const list = make('dl', { class: 'numbers' });
  const line = (name, ...value) => list.append(make('div', {}, make('dt', {}, name), make('dd', {}, ...value)));
  line(words.schedules, least, grouped(cell.schedules));
  line(words.leaking, least, grouped(cell.leaking), cell.complete ? make('small', {}, percent(cell.share)) : '');
  line(words.chance, least, percent(cell.chance), make('small', {}, words.chanceNote));
  if (cell.verdict === 'leaks') line(words.unseen, least, grouped(cell.unseen));
  line(words.states, grouped(cell.states));
  return list;
}

/// A table of what happened in how many schedules, each with a bar of its share.
function histogram(title, head, lines) {
  return make('table', { class: 'bars' }, make('caption', {}, title),
    make('thead', { class: 'unseen' }, make('tr', {}, make('th', { scope: 'col' }, head), make('th', { scope: 'col' }, words.inSchedules))),
    make('tbody', {}, lines.map(([name, count, part, about]) => {
      const bar = make('span', { class: 'bar-of', 'aria-hidden': 'true' });
      bar.style.width = Math.max(1, Math.round(part * 100)) + '%';
      return make('tr', {}, make('th', { scope: 'row' }, name, about ? make('small', {}, about) : ''), make('td', {}, make('span', { class: 'track' }, bar), make('span', { class: 'count' }, grouped(count))));
    })));
}

function story(row) {
  return [
    make('p', { class: 'about' }, both(row.about)),
    row.claims.length ? make('p', { class: 'claims' }, words.tests, row.claims.map(([numbers, sentence]) => make('span', {}, make('b', {}, numbers), ' “' + sentence + '” '))) : '',
    row.corrections.map((one) => make('dl', { class: 'correction' },
      make('div', {}, make('dt', {}, words.articleSays), make('dd', {}, both(one.says))),
      make('div', {}, make('dt', {}, words.labShows), make('dd', {}, both(one.shows))))),
  ];
}

function facts(row, cell) {
  const harms = Object.entries(cell.harms);
  return [
    make('h3', {}, words.numbers), numbers(cell),
    harms.length ? histogram(words.harms, words.harm, harms.map(([name, count]) => [name, count, Number(count) / Number(cell.schedules) || 1, both(page.harms[name])])) : '',
    cell.stopped_by.length ? histogram(words.stoppers, words.layer, cell.stopped_by.map(([name, count, part]) => [name, count, Number(part), words.layerNames[name]])) : make('p', { class: 'quiet' }, words.nobody),
    cell.replies.length ? histogram(words.told, words.answer, cell.replies.map(([name, count, part]) => [name, count, Number(part)])) : '',
    make('details', {}, make('summary', {}, words.source), make('pre', { lang: 'en-GB' }, row.text)),
  ];
}

function why(row, cell) {
  const list = make('dl', { class: 'why' });
  // A variant that says nothing of its own stands under the rule of its row.
  const rule = [row, ...page.rows.filter((one) => one.row && one.row === row.row)].map((one) => one.rule).find((one) => spoken(one));
  if (rule) list.append(make('div', {}, make('dt', {}, words.why), make('dd', {}, both(rule))));
  if (cell.verdict === 'leaks') list.append(make('div', { class: 'cure' }, make('dt', {}, words.cure), make('dd', {}, cell.cure === 'unknown' ? words.unknown : cell.cure ? join(words.add, cell.cure) : words.noCure)));
  return list;
}

function open(row, cell, at) {
  opened = { row, cell };
  for (const button of openers.values()) button.removeAttribute('aria-current');
  stop(openers.get(cell)).setAttribute('aria-current', 'true');
  forgetLabels();
  const trace = cell.trace === undefined ? null : page.traces[cell.trace];
  const place = document.getElementById('cell');
  const title = make('h2', { id: 'cell-title', tabindex: '-1' }, row.name, ' ', letters(bare(cell.layers)), forgets(cell) ? ' −X' : '');
  show(place,
    make('div', { class: 'bar' }, title, make('button', { type: 'button', class: 'back', onclick: () => close() }, '↑ ', words.back)),
    verdictLine(cell), layersInWords(cell), story(row),
    make('div', { class: 'halves' },
      make('div', { class: 'facts' }, facts(row, cell)),
      make('div', { class: 'shown' },
        trace ? make('h3', {}, cell.verdict === 'leaks' ? (cell.complete ? words.shortestLeak : words.shortestSoFar) : words.passes, make('small', {}, words.switches(cell.switches, trace.turns.length))) : '',
        why(row, cell),
        trace ? player(trace, at || 0) : make('p', { class: 'notice' }, words.nothingToPlay))));
  place.hidden = false;
  title.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'start' });
  remember();
}

function close() {
  const button = openers.get(opened.cell);
  document.getElementById('matrix-title').scrollIntoView({ block: 'start' });
  button.focus({ preventScroll: false });
}
