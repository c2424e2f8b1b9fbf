// What is said stands in the page in both languages, and the style shows one: a switch never has to look anything up again.
const page = JSON.parse(document.getElementById('data').textContent);

/// A sentence in both languages, as the data has it: {en, zh}, or a string that is the same in both.
const both = (text) => typeof text === 'string' ? { en: text, zh: text } : text;

/// An element: make('td', {class: 'x', onclick: f}, child…). A child is an element, a string, or a sentence {en, zh}.
function make(tag, settings, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(settings || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  put(element, ...children);
  return element;
}

/// Adds children to an element.
function put(element, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === '') continue;
    if (typeof child === 'string' || typeof child === 'number') element.append(String(child));
    else if (child instanceof Node) element.append(child);
    else if (child.en === child.zh) element.append(child.en);
    else {
      for (const language of ['en', 'zh']) {
        const span = document.createElement('span');
        span.lang = language;
        span.textContent = child[language];
        element.append(span);
      }
    }
  }
  return element;
}

/// Replaces what is in an element.
const show = (element, ...children) => put((element.replaceChildren(), element), ...children);

/// Both halves put together: {en: a.en + b.en, zh: …}.
const join = (...parts) => ({
  en: parts.map((part) => both(part).en).join(''),
  zh: parts.map((part) => both(part).zh).join(''),
});

/// 1234567 as 1 234 567, with spaces that do not break.
const grouped = (digits) => String(digits).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/// 0.026 as 2.6 %; what is not nothing is never shown as nothing, nor what is not all as all.
function percent(share) {
  const value = Number(share) * 100;
  if (value > 0 && value < 0.1) return '<0.1\u202f%';
  if (value < 100 && value > 99.9) return '>99.9\u202f%';
  return (Number.isInteger(value) ? value : value.toFixed(1)) + '\u202f%';
}

const language = () => document.documentElement.lang;
const spoken = (text) => both(text)[language()];
/// What an attribute says is said anew when the language changes.
let labels = [];
const forgetLabels = () => { labels = labels.filter((one) => one.element.isConnected); };
function label(element, name, text) {
  const entry = labels.find((one) => one.element === element && one.name === name);
  if (entry) entry.text = text;
  else labels.push({ element, name, text });
  element.setAttribute(name, spoken(text));
}

function speak(which) {
  document.documentElement.lang = which;
  document.title = spoken(words.title);
  for (const button of document.querySelectorAll('[data-language]'))
    button.setAttribute('aria-pressed', String(button.dataset.language === which));
  for (const { element, name, text } of labels) element.setAttribute(name, spoken(text));
}
