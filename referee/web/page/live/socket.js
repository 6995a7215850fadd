// A WebSocket that reconnects with exponential backoff and jitter. After the server's normal close (1000) or refusal (1008) it
// stays closed. Each connection begins with a snapshot.
import { text } from '../text/index.js';
import { connectionLost } from './announce.js';

const kFirstWait = 500;
const kLongestWait = 15000;
// A loss is shown only if it lasts longer than this.
const kPatience = 700;
// The close code of a referee that stops.
const kGone = 1001;

export class LiveSocket {
  /**
   * heard(message) gets each message; opened(live) is called with each connection, retried(count) before each new attempt, and
   * refused() when the server has closed the connection for good.
   */
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
    if (code === kGone) connectionLost(true, text.refereeStopped);
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

  /** A message is missing: reconnects to get a new snapshot. */
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

/** A socket that is still connecting is closed once it is open: browsers log an error if it is closed before. */
function shut(socket) {
  socket.onmessage = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}
