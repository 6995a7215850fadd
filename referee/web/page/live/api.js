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

export const api = {
  lobby: () => answer('/api/v1/lobby'),
  offers: () => answer('/api/v1/offers'),
  game: (id) => answer(`/api/v1/games/${part(id)}`),
  choices: (id, parameters) => answer(`/api/v1/games/${part(id)}/choices${query(parameters)}`),
  events: () => answer('/api/v1/events'),
  workers: () => answer('/api/v1/workers'),
  standings: (event, board) => answer(`/api/v1/events/${part(event)}/standings${query({ board })}`),
  ratings: (event, names) => answer(`/api/v1/events/${part(event)}/ratings${query({ names: names?.join(',') })}`),
  eventGames: (event, { name, against, page }) => answer(`/api/v1/events/${part(event)}/games${query({ name, against, page })}`),
  replay: (file) => answer('/api/v1/replay', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: file }),
  table: (request) => post('/api/v1/tables', request),
  claim: (claim) => post('/api/v1/seats', claim),
};

function post(path, message) {
  return answer(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(message) });
}

export const gamePath = (id, ply) => `/games/${part(id)}${ply === undefined ? '' : `?ply=${ply}`}`;
export const recordPath = (id) => `/api/v1/games/${part(id)}/record`;
export const textPath = (id) => `/api/v1/games/${part(id)}/text`;
export const eventPath = (event, { board } = {}) => `/events/${part(event)}${query({ board })}`;
export const eventGamesPath = (event, { name, against, page } = {}) => `/events/${part(event)}/games${query({ name, against, page })}`;
