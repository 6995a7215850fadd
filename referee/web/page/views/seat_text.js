// What a seat and the form for a game say about taking back, hints and games for four, in each language of the page.
import { formsOf } from '../text/forms.js';

const [en, fr] = [formsOf('en', 'and'), formsOf('fr', 'et')];

export const seatText = {
  en: {
    takeBack: 'Take back',
    takeBackTitle: 'Take back your last move and the answer to it',
    takingBack: 'Your move is being taken back.',
    tookBack: 'Your last move was taken back.',
    hint: 'Hint',
    hintTitle: 'Ask a bot what it would play',
    hinting: 'A bot is thinking about a hint.',
    hintOf: (bot, words) => `Hint of ${bot}: ${words}`,
    noHint: 'No hint:',
    players: 'Players',
    numPlayers: (players) => en.count(players, 'player', 'players'),
    whoPlays: 'Who plays',
    you: 'You',
    notMoreBots: (bots) => (bots ? `Only ${en.count(bots, 'bot is', 'bots are')} free now.` : 'No bot is free now.'),
  },
  fr: {
    takeBack: 'Reprendre le coup',
    takeBackTitle: 'Reprendre votre dernier coup et la réponse',
    takingBack: 'Votre coup est en train d’être repris.',
    tookBack: 'Votre dernier coup a été repris.',
    hint: 'Conseil',
    hintTitle: 'Demander à un bot ce qu’il jouerait',
    hinting: 'Un bot réfléchit à un conseil.',
    hintOf: (bot, words) => `Conseil de ${bot}\u00a0: ${words}`,
    noHint: 'Pas de conseil\u00a0:',
    players: 'Joueurs',
    numPlayers: (players) => fr.count(players, 'joueur', 'joueurs'),
    whoPlays: 'Qui joue',
    you: 'Vous',
    notMoreBots: (bots) => (bots ? `Seulement ${fr.count(bots, 'bot est libre', 'bots sont libres')} pour le moment.` : 'Aucun bot n’est libre pour le moment.'),
  },
};
