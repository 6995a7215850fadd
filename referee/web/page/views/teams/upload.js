// Where a bot is submitted: a place to drop files, buttons to choose them, and what is going to be sent. Nothing is sent until the
// button is pressed. data-testid: drop, choose-files, choose-folder, chosen, kind, submit, upload.
import { errorText, h, refill, retext } from '../../dom.js';
import { submit } from '../../live/api.js';
import { chosen, dropped, faultOf, packed, sizeOf } from '../../live/chosen_files.js';
import { text } from '../../text/index.js';
import { problemPlace } from './forms.js';
import { words } from './words.js';

// So many are named before they are sent.
const kNamed = 5;

function picker(testid, label, attributes, take) {
  const input = h('input', { type: 'file', hidden: true, 'data-testid': testid, ...attributes, onchange: () => {
    take(chosen(input.files));
    // So that the same file can be chosen again after it was changed.
    input.value = '';
  } });
  return [h('button', { type: 'button', onclick: () => input.click() }, label), input];
}

export class Upload {
  /** started(submission) is called when the server has taken a submission. */
  constructor(started) {
    this.started = started;
    this.files = [];
    this.problem = problemPlace();
    this.list = h('div.chosen', { 'data-testid': 'chosen', role: 'status' });
    this.kind = h('select', { 'data-testid': 'kind' });
    this.kindLabel = h('label.kind', { hidden: true }, h('span', null, words.kind), this.kind);
    this.button = h('button.primary', { type: 'button', hidden: true, 'data-testid': 'submit', onclick: () => this.send() }, words.submit);
    this.bar = h('progress', { max: 1, value: 0, 'aria-label': words.uploading, hidden: true, 'data-testid': 'upload' });
    this.about = h('p.meta');
    const folders = 'webkitdirectory' in HTMLInputElement.prototype ? picker('choose-folder', words.chooseFolder, { webkitdirectory: true }, (files) => this.take(files)) : [];
    this.element = h('div.drop.upload', {
      'data-testid': 'drop',
      ondragover: (event) => { event.preventDefault(); this.element.classList.add('over'); },
      ondragleave: () => this.element.classList.remove('over'),
      ondrop: (event) => this.drop(event),
    }, h('p.strong', null, words.dropHere), h('div.actions', null, picker('choose-files', words.chooseFiles, { multiple: true }, (files) => this.take(files)), folders),
    this.about, this.list, this.kindLabel, this.problem, h('div.actions', null, this.button), this.bar);
  }

  /** What is accepted, as Me says it. */
  accept({ accepts, maxSize }) {
    const now = JSON.stringify([accepts, maxSize]);
    if (now === this.accepted) return;
    Object.assign(this, { accepted: now, maxSize });
    retext(this.about, words.acceptedKinds(text.listed(accepts.map((kind) => words.kinds[kind] ?? kind)), words.size(maxSize)));
    refill(this.kind, h('option', { value: '' }, words.kindFound), accepts.map((kind) => h('option', { value: kind }, words.kinds[kind] ?? kind)));
  }

  async drop(event) {
    event.preventDefault();
    this.element.classList.remove('over');
    if (this.sending) return;
    try {
      this.take(await dropped(event.dataTransfer));
    } catch {
      this.take([]);
      retext(this.problem, words.faults.unreadable);
    }
  }

  take(files) {
    if (this.sending) return;
    const fault = faultOf(files, this.maxSize);
    this.files = fault ? [] : files;
    retext(this.problem, fault ? words.faults[fault] : '');
    this.show();
  }

  show() {
    const { files } = this;
    this.button.hidden = !files.length;
    this.kindLabel.hidden = !files.length;
    const paths = files.map(({ path }) => path);
    const what = paths.length < 2 ? paths[0] : words.filesNamed(paths.length, paths.slice(0, kNamed));
    refill(this.list, what ? [h('span.strong', null, what), h('span.meta', null, ` ${words.size(sizeOf(files))}`)] : null);
  }

  async send() {
    if (this.sending || !this.files.length) return;
    this.sending = true;
    retext(this.problem, '');
    this.button.disabled = true;
    this.bar.hidden = false;
    try {
      const submission = await submit({ ...await packed(this.files), kind: this.kind.value }, (part) => { this.bar.value = part; this.bar.title = words.uploaded(part); });
      this.files = [];
      this.kind.value = '';
      this.started(submission);
    } catch (error) {
      if (error.status === undefined) retext(this.problem, words.faults.unreadable);
      else refill(this.problem, errorText(error));
    } finally {
      this.sending = false;
      this.button.disabled = false;
      this.bar.hidden = true;
      this.show();
    }
  }
}
