// The words of the page: one table per language (en.js, fr.js) with the same keys; a value is a sentence or a function that makes one.
// The language is the visitor's own choice, or the first of the browser's languages that the page speaks, or English. It holds
// until the page is loaded again. tests/browser/unit/language.test.mjs compares the tables, and looks for text outside of them.
import { en } from './en.js';
import { fr } from './fr.js';

export const kTables = { en, fr };
const kKey = 'quiver.language';

function remembered() {
  try { return localStorage.getItem(kKey); } catch { return null; }
}

/** The language to use: `wanted` if the page speaks it, else the first of `languages` that it does ("fr-CA" is "fr"). */
export function chosenLanguage(wanted, languages) {
  const known = [wanted, ...languages.map((tag) => tag.split('-')[0].toLowerCase())].filter((name) => name && Object.hasOwn(kTables, name));
  return known[0] ?? 'en';
}

const browsers = globalThis.navigator?.languages ?? [];

export const language = chosenLanguage(remembered(), browsers);

/** For dates: the browser's own variant of the language, "en-GB", if it has one. */
export const locale = browsers.find((tag) => tag.split('-')[0].toLowerCase() === language) ?? language;

/** The table of the language. */
export const text = kTables[language];

/** Of a module's own words, { en: {…}, fr: {…} }, those in the language. */
export const inLanguage = (words) => words[language];

/** The other language, for the switch. */
export const otherLanguage = Object.keys(kTables).find((name) => name !== language);

/** Remembers the choice; it holds from the next load on. */
export function chooseLanguage(name) {
  try { localStorage.setItem(kKey, name); } catch { /* Then the browser's languages decide again. */ }
}

/** A date and time, or the time alone. */
export const dateText = (date, options) => date.toLocaleString(locale, options);
