// Two dialogs: the help on keys, and a confirmation.
import { h } from '../dom.js';
import { text } from '../text/index.js';

export function openDialog(dialog) {
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
  openDialog(dialog);
}

/** Resolves to true if the answer is yes. The button for that is red if it is `dangerous`. */
export function sure(question, yes, no = text.cancel, { dangerous = true } = {}) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { 'aria-labelledby': 'sure-title' },
      h('h2', { id: 'sure-title' }, question),
      h('div.actions', null,
        h('button', { type: 'button', autofocus: true, onclick: () => dialog.close() }, no),
        h(dangerous ? 'button.danger' : 'button.primary', { type: 'button', 'data-testid': 'confirm', onclick: () => dialog.close('yes') }, yes)));
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'));
    openDialog(dialog);
  });
}

/** Asks for a sentence; resolves to it, or to null. */
export function sentenceFor(question, label, yes, no = text.cancel) {
  return new Promise((resolve) => {
    const input = h('textarea', { rows: 3, maxlength: 400, required: true, autofocus: true, 'data-testid': 'reason' });
    const form = h('form', { method: 'dialog', onsubmit: (event) => { event.preventDefault(); dialog.close('yes'); } },
      h('h2', { id: 'sentence-title' }, question), h('label.stacked', null, h('span', null, label), input),
      h('div.actions', null, h('button', { type: 'button', onclick: () => dialog.close() }, no), h('button.danger', { type: 'submit', 'data-testid': 'confirm' }, yes)));
    const dialog = h('dialog', { 'aria-labelledby': 'sentence-title' }, form);
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes' ? input.value.trim() : null));
    openDialog(dialog);
  });
}
