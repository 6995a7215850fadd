// Stepping through a game: buttons, slider, speed, and the keys. data-testid: slider, step-number, live-button.
import { h, retext, s } from '../dom.js';
import { text } from '../text/index.js';

const kIcons = {
  first: 'M5 4v12M16 4 8 10l8 6z', back: 'M13 4 6 10l7 6z', forward: 'M7 4l7 6-7 6z', last: 'M15 4v12M4 4l8 6-8 6z',
  play: 'M6 3.5 16 10 6 16.5z', pause: 'M7 4v12M13 4v12',
};

function icon(name) {
  return s('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('path', { d: kIcons[name] }));
}

const kSpeeds = ['0.5', '1', '2', '5', 'played'];

/** calls: { go(count), step(by), toggle(), live() }; extras: further buttons of the view. */
export class Controls {
  constructor(calls, extras) {
    const button = (name, label, action) => h('button.icon', { type: 'button', 'aria-label': label, title: label, onclick: action }, icon(name));
    this.play = button('play', text.playButton, calls.toggle);
    this.slider = h('input', {
      type: 'range', min: 0, max: 0, value: 0, 'data-testid': 'slider', 'aria-label': text.stepOfGame,
      oninput: () => calls.go(Number(this.slider.value)),
    });
    this.number = h('output.step-number', { 'data-testid': 'step-number' });
    this.speedChoice = h('select', { 'aria-label': text.speed }, kSpeeds.map((value) => h('option', { value, selected: value === '2' }, text.speeds[value])));
    this.live = h('button.live', { type: 'button', 'data-testid': 'live-button', hidden: true, onclick: calls.live });
    this.element = h('div.controls', { role: 'group', 'aria-label': text.steps },
      h('div.scrub', null, this.slider, this.number),
      h('div.buttons', null,
        button('first', text.toStart, () => calls.go(0)), button('back', text.stepBack, () => calls.step(-1)), this.play,
        button('forward', text.stepForward, () => calls.step(1)), button('last', text.toEnd, () => calls.go(Infinity)),
        h('label.speed', null, h('span.unseen', null, text.speed), this.speedChoice), h('span.gap'), extras));
  }

  /** Milliseconds until the next step. */
  pause(step) {
    const { value } = this.speedChoice;
    return value === 'played' ? Math.min(5000, Math.max(80, step?.millis ?? 0)) : 1000 / Number(value);
  }

  show({ count, total, playing, live, following, fresh, words }) {
    this.slider.max = total;
    this.slider.value = count;
    this.slider.setAttribute('aria-valuetext', text.sliderText(count, total, words));
    this.slider.style.setProperty('--done', `${total ? (count / total) * 100 : 0}%`);
    retext(this.number, `${count} / ${total}`);
    if (this.playing !== playing) {
      this.playing = playing;
      this.play.replaceChildren(icon(playing ? 'pause' : 'play'));
      const label = playing ? text.pauseTitle : text.playTitle;
      this.play.setAttribute('aria-label', label);
      this.play.title = label;
    }
    this.live.hidden = !live || following;
    retext(this.live, fresh ? text.newMoves(fresh) : text.backToLive);
  }
}

const kTyping = 'input:not([type=range]), select, textarea, [role=application], dialog';

/** Binds keys for the whole page, except where the focus is in something that uses keys itself. Returns a function that unbinds them. */
export function keys(bindings) {
  const listener = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.(kTyping) || document.querySelector('dialog[open]')) return;
    if (event.key === ' ' && event.target.closest?.('button, a, summary')) return;
    const action = bindings[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}
