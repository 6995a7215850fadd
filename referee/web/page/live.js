// A WebSocket that comes back: after a loss it connects again, waiting longer each time and never exactly as long as others
// do; after the server's normal close (1000) or refusal (1008) it stays closed. Each connection begins with a snapshot.
import { connectionLost } from './announce.js';

const kFirstWait = 500;
const kLongestWait = 15000;
// A loss that is mended at once is not worth a word.
const kPatience = 700;
// The server's close when the referee stops.
const kGone = 1001;

export class Live {
  /** heard(message) gets each message; opened(live) is called with each connection; retried(count) before each new attempt. */
  constructor(path, { heard, opened, retried, refused }) {
    Object.assign(this, { path, heard, opened, retried, refused, failures: 0, done: false });
    this.wake = () => { if (!document.hidden && this.timer) this.connect(); };
    addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket = socket;
    socket.onopen = () => this.opened?.(this);
    socket.onmessage = ({ data }) => { if (socket === this.socket) this.receive(data); };
    socket.onclose = ({ code }) => { if (socket === this.socket) this.lost(code); };
  }

  receive(data) {
    this.failures = 0;
    this.mended();
    this.heard(JSON.parse(data));
  }

  lost(code) {
    if (this.done) return;
    if (code === 1000) return this.close();
    if (code === 1008) {
      this.close();
      return this.refused?.();
    }
    if (code === kGone) connectionLost(true, 'The referee has stopped. This page goes on as soon as it is back.');
    else this.notice ??= setTimeout(() => connectionLost(true), kPatience);
    const wait = Math.min(kLongestWait, kFirstWait * 2 ** this.failures++);
    this.timer = setTimeout(() => {
      this.retried?.(this.failures);
      if (!this.done) this.connect();
    }, wait * (0.5 + Math.random()));
  }

  mended() {
    clearTimeout(this.notice);
    this.notice = null;
    connectionLost(false);
  }

  /** Something is missing: a new connection, a new snapshot. */
  restart() {
    const old = this.socket;
    this.socket = null;
    if (old) shut(old);
    this.connect();
  }

  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.done = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    this.mended();
    if (this.socket) shut(this.socket);
  }
}

/** A connection that is still being made is closed once it is: the browser would complain of anything sooner. */
function shut(socket) {
  socket.onmessage = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}
