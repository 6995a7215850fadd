// What the standings and the bracket of an event both need of the bracket: its words, and which formats have one.
import { inLanguage } from '../text/index.js';
import { bracketText } from './bracket_text.js';

export const bracketWords = inLanguage(bracketText);

/** Whether the format of an event has a bracket. */
export const hasBracket = (format) => format === 'knockout' || format === 'double-elimination';
