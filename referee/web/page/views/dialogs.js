// Two dialogs: the help on keys, and a confirmation.
import { h } from '../dom.js';
import { text } from '../text/index.js';

function open(dialog) {
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', ({ target }) => { if (target === dialog) dialog.close(); });
  dialog.showModal();
}

/** Rows of [key, what it does]. */
export function showKeys(rows) {
  const dialog = h('dialog', { 'aria-labelledby': 'keys-title' },
    h('h2', { id: 'keys-title' }, text.keys),
    h('dl.keys', null, rows.map(([key, what]) => h('div', null, h('dt', null, key.split(' ').map((word) => h('kbd', null, word))), h('dd', null, what)))),
    h('div.actions', null, h('button.primary', { type: 'button', autofocus: true, onclick: () => dialog.close() }, text.close)));
  open(dialog);
}

/** Resolves to true if the answer is yes. */
export function sure(question, yes, no = text.cancel) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { 'aria-labelledby': 'sure-title' },
      h('h2', { id: 'sure-title' }, question),
      h('div.actions', null,
        h('button', { type: 'button', autofocus: true, onclick: () => dialog.close() }, no),
        h('button.danger', { type: 'button', 'data-testid': 'confirm', onclick: () => dialog.close('yes') }, yes)));
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'));
    open(dialog);
  });
}
