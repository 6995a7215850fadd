// Builds elements. Text is only inserted as text nodes and with harmful characters escaped, so that a name is shown as it is,
// whatever it contains. There is no way to set markup or a style attribute here.

import { harmless } from './harmless.js';
import { language, text } from './text/index.js';

const kSvg = 'http://www.w3.org/2000/svg';

function contents(children) {
  const there = children.flat(Infinity).filter((child) => child !== null && child !== undefined);
  return there.map((child) => (typeof child === 'string' ? harmless(child) : child));
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'style') throw new Error('style attributes are refused by the page’s policy');
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : harmless(String(value)));
  }
  element.append(...contents(children).filter((child) => child !== false));
  return element;
}

function opened(create, what) {
  const [tag, ...classes] = what.split('.');
  const element = create(tag);
  if (classes.length) element.setAttribute('class', classes.join(' '));
  return element;
}

/** h('a.card', { href: '/' }, words, child…): an HTML element; functions become listeners (onclick), null is left out. */
export function h(what, attributes, ...children) {
  return fill(opened((tag) => document.createElement(tag), what), attributes, children);
}

/** The same for SVG. */
export function s(what, attributes, ...children) {
  return fill(opened((tag) => document.createElementNS(kSvg, tag), what), attributes, children);
}

/** Replaces the content of an element. The focus stays on the element with the same data-key, if there is one. */
export function refill(place, ...children) {
  const key = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  place.replaceChildren(...contents(children).filter(Boolean));
  if (key !== undefined) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Sets the text only if it differs, so that a ticking clock does not change the page ten times a second. */
export function retext(element, words) {
  const shown = harmless(String(words));
  if (element.textContent !== shown) element.textContent = shown;
}

/** A sentence of the referee, which speaks English, marked as such for screen readers on a page in another language. */
export function inEnglish(sentence) {
  return h('span', { lang: language === 'en' ? null : 'en' }, sentence);
}

/** What an ApiError says: in the page's language if the page says it, else in English. */
export const errorText = ({ message, own }) => (own ? message : inEnglish(message));

export function still() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Copies to the clipboard, and confirms it on the button. */
export async function copy(what, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(what);
    button.textContent = text.copied;
  } catch {
    prompt(text.copyThis, what);
  }
  setTimeout(() => { button.textContent = before; }, 1500);
}
