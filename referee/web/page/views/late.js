// What the second script has, late.js: the views that most visitors never open. live/late.js loads it.
import { botView } from './bot.js';
import { playView } from './play.js';
import { replayView } from './replay.js';
import { seatView } from './seat.js';
import { adminView } from './teams/admin.js';
import { challengeDialog } from './teams/challenge.js';
import { joinView } from './teams/join.js';
import { myView } from './teams/my.js';
import { tvView } from './tv.js';
import { workersView } from './workers.js';

export const late = { adminView, botView, challengeDialog, joinView, myView, playView, replayView, seatView, tvView, workersView };
