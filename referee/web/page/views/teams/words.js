// What several of the teams' views share of words: the table, dates, and how a team is called.
import { h } from '../../dom.js';
import { dateText, inLanguage } from '../../text/index.js';
import { teamsText } from './teams_text.js';

export const words = inLanguage(teamsText);

/** "19 Nov 2026, 21:40"; the text itself if it is no date. */
export function momentText(utc) {
  const date = new Date(utc);
  return Number.isNaN(date.getTime()) ? utc : dateText(date, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The same as an element. */
export const moment = (utc) => h('time', { datetime: utc }, momentText(utc));

/** How people know a team. */
export const nameOf = ({ id, display }) => display || id;
