// Language, cell and step are remembered in the address alone: a link shows what was seen, and nothing is stored.
let restoring = true;
let later = null;

/// Soon, and once for many steps in a row: browsers count how often an address changes, and refuse.
function remember() {
  if (restoring) return;
  clearTimeout(later);
  later = setTimeout(write, 400);
}

function write() {
  const parts = new URLSearchParams();
  parts.set('lang', language());
  if (opened) parts.set('cell', opened.row.name + '~' + opened.cell.layers);
  if (opened && playing && playing.at > 0) parts.set('step', playing.at);
  history.replaceState(null, '', '#' + parts.toString().replace(/%7E/g, '~'));
}

function restore() {
  restoring = true;
  const parts = new URLSearchParams(location.hash.slice(1));
  const asked = parts.get('lang');
  speak(asked === 'en' || asked === 'zh' ? asked : document.documentElement.dataset.begins);
  const [name, layers] = (parts.get('cell') || '').split('~');
  const row = page.rows.find((one) => one.name === name);
  const cell = row && row.cells.find((one) => one.layers === layers);
  if (cell) open(row, cell, Number(parts.get('step')) || 0);
  queueMicrotask(() => { restoring = false; });
}

for (const button of document.querySelectorAll('[data-language]')) {
  button.addEventListener('click', () => {
    speak(button.dataset.language);
    remember();
  });
}
drawMatrix(document.getElementById('matrix'));
drawFilters(document.getElementById('filters'));
show(document.getElementById('legend'), words.legend.map(([kind, sign, text]) => make('li', {}, make('span', { class: 'key ' + kind }, sign), text)), make('li', { class: 'letters-key' }, words.letters));
show(document.getElementById('means'), make('p', {}, words.made(page.statements, page.states, page.seconds)));
document.addEventListener('keydown', keys);
window.addEventListener('hashchange', restore);
restore();
