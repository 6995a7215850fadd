// Builds elements. Text only ever gets in as text nodes, so a name is shown as it is, whatever it contains; there is no
// way here to set markup or a style attribute.

const kSvg = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'style') throw new Error('style attributes are refused by the page’s policy');
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function opened(create, what) {
  const [tag, ...classes] = what.split('.');
  const element = create(tag);
  if (classes.length) element.setAttribute('class', classes.join(' '));
  return element;
}

/** h('a.card', { href: '/' }, 'text', child…): an HTML element; functions become listeners (onclick), null is left out. */
export function h(what, attributes, ...children) {
  return fill(opened((tag) => document.createElement(tag), what), attributes, children);
}

/** The same for SVG. */
export function s(what, attributes, ...children) {
  return fill(opened((tag) => document.createElementNS(kSvg, tag), what), attributes, children);
}

/** Puts new content into a place; what had the focus gets it back if it is there again, known by data-key. */
export function refill(place, ...children) {
  const key = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key !== undefined) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Sets the text only if it is another one: a clock that ticks does not touch the page ten times a second for nothing. */
export function retext(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function still() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Copies to the clipboard, and says on the button that it did. */
export async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    prompt('Copy this:', text);
  }
  setTimeout(() => { button.textContent = before; }, 1500);
}
