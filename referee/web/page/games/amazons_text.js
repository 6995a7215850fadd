// What amazons.js says, in each language of the page.
import { formsOf } from '../text/forms.js';

const [en, fr] = [formsOf('en', 'and'), formsOf('fr', 'et')];

export const amazonsText = {
  en: {
    title: 'Amazons',
    shapes: { square: 'square', donut: 'donut', clover: 'clover', eight: 'eight', map: 'map' },
    boards: { square: (side) => `Square ${side}`, donut: (side) => `Donut ${side}`, clover: (side) => `Clover ${side}`, eight: (side) => `Eight ${side}` },
    move: (from, to, arrow) => `moves ${from} to ${to}, shoots ${arrow}`,
    arrows: (arrows) => en.count(arrows, 'arrow', 'arrows'),
    queensOf: (name, out) => `Queens of ${name}${out ? ' (out)' : ''}`,
    arrowsHead: 'Arrows',
    none: 'none',
    territory: 'Territory',
    territoryTitle: 'Whose queens are nearer (t)',
    territoryHelp: 'whose queens are nearer',
    territoryNote: (seats, neutral) => `Nearer: ${seats}, nobody ${neutral}. A cell belongs to the seat whose queens reach it in fewer moves; later arrows are not considered.`,
    nearer: (cells) => `${en.count(cells, 'cell', 'cells')} nearer`,
    prompts: ['Choose a queen.', 'Choose where she goes.', 'Choose where her arrow lands.'],
  },
  fr: {
    title: 'Amazones',
    shapes: { square: 'carré', donut: 'anneau', clover: 'trèfle', eight: 'huit', map: 'carte' },
    boards: { square: (side) => `Carré ${side}`, donut: (side) => `Anneau ${side}`, clover: (side) => `Trèfle ${side}`, eight: (side) => `Huit ${side}` },
    move: (from, to, arrow) => `va de ${from} en ${to} et tire en ${arrow}`,
    arrows: (arrows) => fr.count(arrows, 'flèche', 'flèches'),
    queensOf: (name, out) => `Amazones, ${name}${out ? ' (hors jeu)' : ''}`,
    arrowsHead: 'Flèches',
    none: 'aucune',
    territory: 'Territoire',
    territoryTitle: 'Qui est le plus près (t)',
    territoryHelp: 'qui est le plus près',
    territoryNote: (seats, neutral) => `Les plus proches\u00a0: ${seats}, personne ${neutral}. Une case appartient au joueur dont les amazones l’atteignent en moins de coups\u202f; les flèches à venir ne comptent pas.`,
    nearer: (cells) => fr.count(cells, 'case plus proche', 'cases plus proches'),
    prompts: ['Choisissez une amazone.', 'Choisissez où elle va.', 'Choisissez où tombe sa flèche.'],
  },
};
