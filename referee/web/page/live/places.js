// Where the visitor was on each page of this tab's history: how far it was scrolled, and what had the focus. Back returns there.
// A reload keeps it, too.

const kKey = 'quiver.places';
const kMost = 60;
// A page may grow for a moment after it is shown, until it is as long as it was.
const kFrames = 40;

function remembered() {
  try { return JSON.parse(sessionStorage.getItem(kKey)) ?? {}; } catch { return {}; }
}

export class Places {
  constructor() {
    const { next = 1, places = [] } = remembered();
    this.next = next;
    this.places = new Map(places);
    history.scrollRestoration = 'manual';
    if (!history.state?.place) history.replaceState({ place: this.next++ }, '');
    this.place = history.state.place;
    addEventListener('scroll', () => { if (!this.returning) this.note(); }, { passive: true });
    addEventListener('pagehide', () => this.save());
  }

  note() { this.places.set(this.place, { top: scrollY, focus: document.activeElement?.dataset?.key }); }

  /** A new page of the history, at this address. */
  push(path) {
    this.note();
    history.pushState({ place: this.next++ }, '', path);
    this.place = history.state.place;
  }

  /** Another address for the page that is shown. */
  replace(path) { history.replaceState({ place: this.place }, '', path); }

  /** The browser has gone to another page of the history: where the visitor was there; undefined if that is not known. */
  back() {
    if (!history.state?.place) history.replaceState({ place: this.next++ }, '');
    this.place = history.state.place;
    return this.places.get(this.place);
  }

  /** Scrolls to where the visitor was, and gives the focus back. */
  restore({ top, focus }, main) {
    this.returning = true;
    let frames = kFrames;
    const step = () => {
      scrollTo(0, top);
      if (Math.abs(scrollY - top) > 1 && --frames > 0) return requestAnimationFrame(step);
      this.returning = false;
      return undefined;
    };
    step();
    if (focus) main.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }

  save() {
    this.note();
    try { sessionStorage.setItem(kKey, JSON.stringify({ next: this.next, places: [...this.places].slice(-kMost) })); } catch { /* Then a reload begins at the top. */ }
  }
}
