// A secret that is shown once, in a field that can be selected, with a button that copies it.
import { copy, h } from '../../dom.js';
import { text } from '../../text/index.js';

export function onceField(label, value, testid) {
  const input = h('input', { readonly: true, value, 'aria-label': label, 'data-testid': testid, onfocus: () => input.select() });
  return h('div.field', null, h('span.strong', null, label),
    h('div.invite', null, input, h('button', { type: 'button', onclick: ({ currentTarget }) => copy(value, currentTarget) }, text.copy)));
}
