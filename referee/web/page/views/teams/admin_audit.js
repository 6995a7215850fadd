// What administrators and teams did, the latest first. data-testid: audit-entry.
import { h } from '../../dom.js';
import { moment, words } from './words.js';

export function auditTable(entries) {
  if (!entries.length) return h('p.meta', null, words.noAudit);
  return h('table.standings.audit', null, h('caption.unseen', null, words.auditTitle),
    h('thead', null, h('tr', null, Object.values(words.auditHeads).map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', null, entries.map(({ number, at, who, action, subject, detail }) => h('tr', { 'data-testid': 'audit-entry', 'data-number': number, 'data-action': action },
      h('td', null, moment(at)), h('td', null, who), h('td', { lang: 'en' }, action), h('td', null, subject), h('td', { lang: 'en' }, detail)))));
}
