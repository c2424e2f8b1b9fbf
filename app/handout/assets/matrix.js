// The leak matrix: a row an experiment (two where the channel may forget), a column a set of layers.
const telling = ['KWSV', 'KWS-', 'KW-V', 'KW--', 'K---', '----'];
const bare = (layers) => layers.replace(/-X$/, '');
const forgets = (cell) => cell.layers.endsWith('-X') && cell.layers.length > 4;
const columns = [...new Set(page.rows.flatMap((row) => row.cells.map((cell) => bare(cell.layers))))];
const openers = new Map();  // by cell: its button

/// "K W – V" with each letter in its place.
function letters(layers) {
  return make('span', { class: 'letters' }, [...layers].map((letter) => make('span', { class: letter === '-' ? 'off' : letter === letter.toUpperCase() ? 'on' : 'naive' }, letter === '-' ? '–' : letter)));
}

function share(cell) {
  if (cell.verdict !== 'leaks') return cell.verdict;
  return 'leaks deep' + Math.min(4, Math.ceil(Number(cell.share) * 4) || 1);
}

function cellButton(row, cell) {
  const more = cell.complete ? '' : '+';
  const text = cell.verdict === 'safe' ? ['·'] : cell.verdict === 'unknown' ? ['?']
    : [make('span', { class: 'sign', 'aria-hidden': 'true' }, '✖'), make('b', {}, grouped(cell.leaking)), make('span', { class: 'all' }, '/' + grouped(cell.schedules) + more)];
  const button = make('button', { type: 'button', class: share(cell), tabindex: '-1', onclick: () => open(row, cell) }, text);
  label(button, 'aria-label', join(row.name + ' ' + cell.layers + ': ', words[cell.verdict],
    cell.verdict === 'leaks' ? join(' ', cell.leaking, words.of, cell.schedules + more) : ''));
  openers.set(cell, button);
  return button;
}

function matrixRow(row, cells, second) {
  const name = row.row && row.name.startsWith(row.row + '-') ? row.name.slice(row.row.length + 1) : row.name;
  const { en, zh } = both(row.guards);
  const sign = /^[★⚠] /.test(en) ? en[0] : '';
  const guards = sign ? { en: en.slice(2), zh: zh.slice(2) } : { en, zh };
  const line = make('tr', { 'data-name': row.name },
    make('th', { scope: 'row' }, make('div', { class: 'who' }, make('span', { class: 'number' }, row.row),
      make('span', { class: 'name' }, name, second ? make('span', { class: 'second' }, '−X ', words.channelForgets) : ''))),
    second ? make('td', { class: 'guards' }) : make('td', { class: 'guards' }, make('span', { class: 'sign' }, sign), guards));
  for (const layers of columns) {
    const cell = cells.find((one) => bare(one.layers) === layers);
    line.append(make('td', { 'data-column': layers }, cell ? cellButton(row, cell) : ''));
  }
  put(line, make('td', { class: 'worst' }, second ? '' : [row.worst && make('b', {}, row.worst), row.worst && make('span', { class: 'seen' }, words.reconciliation, row.seen)]));
  return line;
}

/// Under each column: in how many rows it leaks, and how many are unknown.
function sumsRow() {
  const line = make('tr', {}, make('th', { scope: 'row', colspan: '2' }, words.sums));
  for (const layers of columns) {
    const cells = page.rows.flatMap((row) => row.cells.filter((cell) => cell.layers === layers));
    const leaking = cells.filter((cell) => cell.verdict === 'leaks').length;
    const unknown = cells.filter((cell) => cell.verdict === 'unknown').length;
    line.append(make('td', { 'data-column': layers }, make('b', {}, leaking), make('span', { class: 'all' }, '/' + cells.length),
      unknown ? make('span', { class: 'seen' }, unknown + '\u202f?') : ''));
  }
  return put(line, make('td'));
}

function drawMatrix(place) {
  const head = make('tr', {}, make('th', { scope: 'col' }, words.experiment), make('th', { scope: 'col' }, words.guards),
    columns.map((layers) => make('th', { scope: 'col', 'data-column': layers }, letters(layers))), make('th', { scope: 'col' }, words.worst));
  const body = make('tbody');
  for (const row of page.rows) {
    body.append(matrixRow(row, row.cells.filter((cell) => !forgets(cell)), false));
    const without = row.cells.filter(forgets);
    if (without.length) body.append(matrixRow(row, without, true));
  }
  const table = make('table', { id: 'leaks', role: 'grid', 'aria-labelledby': 'matrix-title', onkeydown: walk },
    make('caption', {}, words.caption), make('thead', {}, head), body, make('tfoot', {}, sumsRow()));
  place.append(table);
  const first = table.querySelector('tbody button');
  if (first) first.tabIndex = 0;
}

/// One stop of the Tab key for the whole matrix; the arrow keys move inside it.
function walk(event) {
  const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -1e9], End: [0, 1e9] };
  const move = moves[event.key];
  if (!move || !event.target.matches('td button')) return;
  event.preventDefault();
  event.stopPropagation();
  const seen = (element) => element.offsetParent !== null;
  const lines = [...document.querySelectorAll('#leaks tbody tr')].filter(seen).map((line) => [...line.querySelectorAll('button')].filter(seen));
  const row = lines.findIndex((line) => line.includes(event.target));
  const column = lines[row].indexOf(event.target);
  const to = lines[Math.max(0, Math.min(lines.length - 1, row + move[0]))];
  stop(to[Math.max(0, Math.min(to.length - 1, column + move[1]))]).focus();
}

/// From now on Tab comes to this cell.
function stop(button) {
  for (const other of document.querySelectorAll('#leaks button[tabindex="0"]')) other.tabIndex = -1;
  button.tabIndex = 0;
  return button;
}

function drawFilters(place) {
  const search = make('input', { type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false', oninput: () => filter() });
  const none = make('p', { class: 'notice', hidden: true, role: 'status' }, words.noRow);
  const filter = () => {
    const wanted = search.value.trim().toLowerCase();
    let seen = 0;
    for (const line of document.querySelectorAll('#leaks tbody tr')) {
      line.hidden = !line.dataset.name.includes(wanted);
      if (!line.hidden) seen += 1;
    }
    none.hidden = seen > 0;
    const here = document.querySelector('#leaks button[tabindex="0"]');
    const first = [...document.querySelectorAll('#leaks tbody button')].find((one) => one.offsetParent !== null);
    if (first && (!here || here.offsetParent === null)) stop(first);
  };
  place.append(make('label', {}, make('span', {}, words.search), search));
  if (columns.some((layers) => !telling.includes(layers))) {
    const choose = (all) => {
      for (const element of document.querySelectorAll('#leaks [data-column]')) element.hidden = !all && !telling.includes(element.dataset.column);
      buttons.forEach((button, index) => button.setAttribute('aria-pressed', String((index === 1) === all)));
      filter();
    };
    const buttons = [words.telling, words.all].map((text, index) => make('button', { type: 'button', 'aria-pressed': String(index === 1), onclick: () => choose(index === 1) }, text));
    place.append(make('div', { class: 'choice', role: 'group', 'aria-labelledby': 'columns-label' }, make('span', { id: 'columns-label' }, words.columns), buttons));
  }
  document.getElementById('matrix').before(none);
}
