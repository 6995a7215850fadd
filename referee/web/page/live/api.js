// The server's HTTP API. A failure is an ApiError with the server's sentence, which is English, or with one from here if it sent none; `own` tells which.

import { text } from '../text/index.js';

class ApiError extends Error {
  constructor(status, sentence, own = true) {
    super(sentence);
    Object.assign(this, { status, own });
  }
}

async function answer(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError(0, text.noAnswer);
  }
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, body?.sentence || text.status(response.status), !body?.sentence);
  if (body === null) throw new ApiError(response.status, text.unreadable);
  return body;
}

function query(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? `?${new URLSearchParams(given)}` : '';
}

const part = encodeURIComponent;

const botRoot = (event, name) => `/api/v1/events/${part(event)}/bots/${part(name)}`;

export const api = {
  lobby: () => answer('/api/v1/lobby'),
  offers: () => answer('/api/v1/offers'),
  game: (id) => answer(`/api/v1/games/${part(id)}`),
  logs: (id) => answer(`/api/v1/games/${part(id)}/logs`),
  choices: (id, parameters) => answer(`/api/v1/games/${part(id)}/choices${query(parameters)}`),
  events: () => answer('/api/v1/events'),
  workers: () => answer('/api/v1/workers'),
  standings: (event, board) => answer(`/api/v1/events/${part(event)}/standings${query({ board })}`),
  bracket: (event) => answer(`/api/v1/events/${part(event)}/bracket`),
  ratings: (event, names) => answer(`/api/v1/events/${part(event)}/ratings${query({ names: names?.join(',') })}`),
  eventGames: (event, { name, against, page }) => answer(`/api/v1/events/${part(event)}/games${query({ name, against, page })}`),
  bot: (event, name, version) => answer(`${botRoot(event, name)}${query({ version })}`),
  botGames: (event, name, filter) => answer(`${botRoot(event, name)}/games${query(filter)}`),
  replay: (file) => answer('/api/v1/replay', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: file }),
  table: (request) => post('/api/v1/tables', request),
  claim: (claim) => post('/api/v1/seats', claim),

  // Teams: see docs/operate/api.md.
  notice: () => answer('/api/v1/notice'),
  signIn: (token) => post('/api/v1/session', { token }),
  signOut: () => post('/api/v1/session/end', {}),
  checkInvitation: (key) => post('/api/v1/join/check', { key }),
  join: (request) => post('/api/v1/join', request),
  me: () => answer('/api/v1/me'),
  submission: (number) => answer(`/api/v1/submissions/${number}`),
  activate: (number) => post(`/api/v1/versions/${number}/activate`, {}),
  withdraw: () => post('/api/v1/withdraw', {}),
  challenge: (request) => post('/api/v1/challenges', request),
  teams: () => answer('/api/v1/admin/teams'),
  audit: (most) => answer(`/api/v1/admin/audit${query({ most })}`),
  invitations: () => answer('/api/v1/admin/invitations'),
  teamSubmission: (team, number) => answer(`/api/v1/admin/teams/${part(team)}/submissions/${number}`),
  invite: (request) => post('/api/v1/admin/invitations', request),
  revoke: (hash) => post(`/api/v1/admin/invitations/${part(hash)}/revoke`, {}),
  disqualify: (team, why) => post(`/api/v1/admin/teams/${part(team)}/disqualify`, { why }),
  reinstate: (team) => post(`/api/v1/admin/teams/${part(team)}/reinstate`, {}),
  announce: (sentence) => post('/api/v1/admin/announcement', { text: sentence }),
};

// The header says that this page's own script asks: other sites' pages cannot send it.
const kOwn = { 'Quiver-Request': '1' };

function post(path, message) {
  return answer(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...kOwn }, body: JSON.stringify(message) });
}

/** Sends a submission. sent(part) is called with the part of the bytes that have gone, from 0 to 1. */
export function submit({ name, blob, kind }, sent) {
  // fetch() does not say how much has gone.
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open('POST', `/api/v1/submissions${query({ file: name, kind: kind || undefined })}`);
    for (const [header, value] of Object.entries({ 'Content-Type': 'application/octet-stream', ...kOwn })) request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded, total }) => sent(total ? loaded / total : 0);
    request.onerror = () => reject(new ApiError(0, text.noAnswer));
    request.onload = () => {
      let body = null;
      try { body = JSON.parse(request.responseText); } catch { /* Then the status says it. */ }
      if (request.status === 202 && body) resolve(body);
      else reject(new ApiError(request.status, body?.sentence || text.status(request.status), !body?.sentence));
    };
    request.send(blob);
  });
}

/** `among` says from which list the game is opened: the bot, and the filter of its games. */
export const gamePath = (id, ply, among = {}) => `/games/${part(id)}${query({ ply, ...among })}`;
export const recordPath = (id) => `/api/v1/games/${part(id)}/record`;
export const textPath = (id) => `/api/v1/games/${part(id)}/text`;
/** The page of a bot, with a filter of its games. */
export const botPath = (event, name, filter = {}) => `/events/${part(event)}/bots/${part(name)}${query(filter)}`;
export const eventPath = (event, { board } = {}) => `/events/${part(event)}${query({ board })}`;
export const bracketPath = (event) => `/events/${part(event)}/bracket`;
export const eventGamesPath = (event, { name, against, page } = {}) => `/events/${part(event)}/games${query({ name, against, page })}`;
