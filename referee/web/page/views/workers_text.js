// What workers.js says, in each language of the page.
import { formsOf } from '../text/forms.js';

const [en, fr] = [formsOf('en', 'and'), formsOf('fr', 'et')];

export const workersText = {
  en: {
    title: 'Workers',
    alive: 'alive',
    away: 'away',
    refused: 'refused',
    refusedBecause: 'Refused:',
    numAlive: (workers) => `${en.count(workers, 'worker', 'workers')} alive`,
    units: (open, leased, submitted) => `${en.count(open, 'unit waits', 'units wait')}, ${en.count(leased, 'is', 'are')} being played, ${en.count(submitted, 'waits', 'wait')} to be stored`,
    heads: {
      worker: 'Worker', state: 'State', units: 'In hand', games: 'Games', hour: 'An hour', timed: 'Timed out', voids: 'Void', starved: 'Starved', clocks: 'Clocks', p: 'p',
    },
    titles: {
      units: 'Units that it plays', hour: 'Games an hour', timed: 'Games that somebody lost on time', starved: 'Void because a bot had to wait for a processor',
      clocks: 'What clocks are multiplied by, for the speed of the machine', p: 'How likely results that differ so much from the other workers’ are by chance',
    },
    tooFew: 'Too few games',
    differs: 'differs',
    left: (time) => `about ${time} left`,
    seconds: (seconds) => `${seconds} s`,
    minutes: (minutes) => `${minutes} min`,
    hours: (hours, minutes) => (minutes ? `${hours} h ${minutes} min` : `${hours} h`),
    days: (days) => en.count(days, 'day', 'days'),
    gamesOf: (event) => `Games of ${event}`,
    nobody: 'No worker has come yet. On each machine that is to play:',
  },
  fr: {
    title: 'Machines de jeu',
    alive: 'active',
    away: 'absente',
    refused: 'refusée',
    refusedBecause: 'Refusée\u00a0:',
    numAlive: (workers) => fr.count(workers, 'machine active', 'machines actives'),
    units: (open, leased, submitted) => `${fr.count(open, 'lot attend', 'lots attendent')}, ${fr.count(leased, 'se joue', 'se jouent')}, ${fr.count(submitted, 'attend', 'attendent')} l’enregistrement`,
    heads: {
      worker: 'Machine', state: 'État', units: 'En cours', games: 'Parties', hour: 'Par heure', timed: 'Au temps', voids: 'Nulles et non avenues', starved: 'Affamées', clocks: 'Pendules', p: 'p',
    },
    titles: {
      units: 'Lots de parties en cours', hour: 'Parties par heure', timed: 'Parties perdues au temps', starved: 'Annulées parce qu’un bot a dû attendre un processeur',
      clocks: 'Facteur des pendules, selon la vitesse de la machine', p: 'Probabilité que des résultats si différents de ceux des autres machines soient dus au hasard',
    },
    tooFew: 'Trop peu de parties',
    differs: 'diffère',
    left: (time) => `encore ${time} environ`,
    seconds: (seconds) => `${seconds}\u00a0s`,
    minutes: (minutes) => `${minutes}\u00a0min`,
    hours: (hours, minutes) => (minutes ? `${hours}\u00a0h\u00a0${minutes}` : `${hours}\u00a0h`),
    days: (days) => fr.count(days, 'jour', 'jours'),
    gamesOf: (event) => `Parties de ${event}`,
    nobody: 'Aucune machine n’est encore venue. Sur chaque machine qui doit jouer\u00a0:',
  },
};
