// What the second script has, late.js: the views and parts of views that most visitors never open. live/late.js loads it.
import { BotLog, pliesOf } from './bot_log.js';
import { botView } from './bot.js';
import { bracketView } from './bracket.js';
import { gamesView } from './event_games.js';
import { eventsView } from './events.js';
import { playView } from './play.js';
import { replayView } from './replay.js';
import { seatView } from './seat.js';
import { adminView } from './teams/admin.js';
import { challengeDialog } from './teams/challenge.js';
import { joinView } from './teams/join.js';
import { myView } from './teams/my.js';
import { tvView } from './tv.js';
import { workersView } from './workers.js';

export const late = {
  adminView, botLog: { BotLog, pliesOf }, botView, bracketView, challengeDialog, eventsView, gamesView, joinView, myView, playView, replayView, seatView, tvView, workersView,
};
