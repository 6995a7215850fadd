// What the teacher says to all, on top of every page. data-testid: announcement, announce, announce-end.
import { h } from '../../dom.js';
import { api } from '../../live/api.js';
import { attempt, problemPlace } from './forms.js';
import { words } from './words.js';

export class AnnouncementForm {
  constructor(changed) {
    this.input = h('textarea', { rows: 2, maxlength: 1000, 'data-testid': 'announcement' });
    const problem = problemPlace();
    const send = (button, sentence) => attempt(button, problem, async () => {
      await api.announce(sentence);
      this.known = sentence;
      this.input.value = sentence;
      changed();
    });
    this.end = h('button', { type: 'button', hidden: true, 'data-testid': 'announce-end', onclick: () => send(this.end, '') }, words.announceEnd);
    const button = h('button.primary', { type: 'submit', 'data-testid': 'announce' }, words.announce);
    this.element = h('form.section', { onsubmit: (event) => { event.preventDefault(); send(button, this.input.value.trim()); } },
      h('h2', null, words.announceTitle), h('label.stacked', null, h('span', null, words.announceLabel), this.input), problem, h('div.actions', null, button, this.end));
  }

  /** What is announced now. What is being typed stays. */
  show(sentence) {
    this.end.hidden = !sentence;
    if (sentence === this.known) return;
    if (this.input.value === (this.known ?? '')) this.input.value = sentence;
    this.known = sentence;
  }
}
