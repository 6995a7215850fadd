// What quoridor.js says, in each language of the page.
import { formsOf } from '../text/forms.js';

const [en, fr] = [formsOf('en', 'and'), formsOf('fr', 'et')];

export const quoridorText = {
  en: {
    title: 'Quoridor',
    shapes: { square: 'square' },
    steps: (cell) => `steps to ${cell}`,
    horizontal: (cell) => `places a horizontal wall at ${cell}`,
    vertical: (cell) => `places a vertical wall at ${cell}`,
    walls: (walls) => en.count(walls, 'wall', 'walls'),
    wallsLeft: (walls) => `${en.count(walls, 'wall', 'walls')} left`,
    pawnOf: (name, out) => `Pawn of ${name}${out ? ' (out)' : ''}`,
    wallsHead: 'Walls',
    wallsLeftTo: (name) => `Walls left to ${name}`,
    none: 'none',
    wallPrompt: (wall) => `Wall ${wall}: tap again or press Enter.`,
    placeWall: (wall) => `Place the wall ${wall}`,
    prompt: 'Choose a cell for your pawn.',
    promptWithWalls: 'Choose a cell for your pawn, or a place for a wall.',
    noHorizontal: 'No horizontal wall can go there.',
    noVertical: 'No vertical wall can go there.',
    keyHelp: 'h or v shows a wall with its anchor here',
  },
  fr: {
    title: 'Quoridor',
    shapes: { square: 'carré' },
    steps: (cell) => `avance en ${cell}`,
    horizontal: (cell) => `pose un mur horizontal en ${cell}`,
    vertical: (cell) => `pose un mur vertical en ${cell}`,
    walls: (walls) => fr.count(walls, 'mur', 'murs'),
    wallsLeft: (walls) => fr.count(walls, 'mur restant', 'murs restants'),
    pawnOf: (name, out) => `Pion, ${name}${out ? ' (hors jeu)' : ''}`,
    wallsHead: 'Murs',
    wallsLeftTo: (name) => `Murs restants, ${name}`,
    none: 'aucun',
    wallPrompt: (wall) => `Mur ${wall}\u00a0: touchez encore une fois ou appuyez sur Entrée.`,
    placeWall: (wall) => `Poser le mur ${wall}`,
    prompt: 'Choisissez une case pour votre pion.',
    promptWithWalls: 'Choisissez une case pour votre pion, ou la place d’un mur.',
    noHorizontal: 'Aucun mur horizontal ne peut être posé ici.',
    noVertical: 'Aucun mur vertical ne peut être posé ici.',
    keyHelp: 'h ou v montre le mur ancré à cette case',
  },
};
