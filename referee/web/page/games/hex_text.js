// What hex.js says, in each language of the page.
import { formsOf } from '../text/forms.js';

const [en, fr] = [formsOf('en', 'and'), formsOf('fr', 'et')];

export const hexText = {
  en: {
    title: 'Hex',
    shape: 'rhombus',
    stonePrompt: (cell) => `Stone on ${cell}: tap again or press Enter.`,
    putStone: (cell) => `Put the stone on ${cell}`,
    becomes: (from, to) => (from === to ? `${from} becomes yours` : `${from} becomes your ${to}`),
    swap: 'Swap',
    swapPrompt: (change) => `Swap: ${change}. Tap again or press Enter.`,
    doSwap: (change) => `Swap: ${change}`,
    prompt: 'Choose a cell for your stone.',
    promptWithSwap: 'Choose a cell, or swap: then the first stone is yours.',
    swaps: (cell) => `swaps, and has a stone on ${cell}`,
    puts: (cell) => `puts a stone on ${cell}`,
    stones: (stones) => en.count(stones, 'stone', 'stones'),
    stonesOf: (name, out) => `Stones of ${name}${out ? ' (out)' : ''}`,
    none: 'none',
    joinsRows: (first, last) => `joins rows ${first} and ${last}`,
    joinsColumns: (first, last) => `joins columns ${first} and ${last}`,
    noSwap: 'There is nothing to swap.',
    keyHelp: 's shows the swap',
  },
  fr: {
    title: 'Hex',
    shape: 'losange',
    stonePrompt: (cell) => `Pion en ${cell}\u00a0: touchez encore une fois ou appuyez sur Entrée.`,
    putStone: (cell) => `Poser le pion en ${cell}`,
    becomes: (from, to) => (from === to ? `${from} devient à vous` : `${from} devient votre ${to}`),
    swap: 'Échanger',
    swapPrompt: (change) => `Échange\u00a0: ${change}. Touchez encore une fois ou appuyez sur Entrée.`,
    doSwap: (change) => `Échanger\u00a0: ${change}`,
    prompt: 'Choisissez une case pour votre pion.',
    promptWithSwap: 'Choisissez une case, ou échangez\u00a0: le premier pion est alors à vous.',
    swaps: (cell) => `échange, et a un pion en ${cell}`,
    puts: (cell) => `pose un pion en ${cell}`,
    stones: (stones) => fr.count(stones, 'pion', 'pions'),
    stonesOf: (name, out) => `Pions, ${name}${out ? ' (hors jeu)' : ''}`,
    none: 'aucun',
    joinsRows: (first, last) => `relie les rangées ${first} et ${last}`,
    joinsColumns: (first, last) => `relie les colonnes ${first} et ${last}`,
    noSwap: 'Il n’y a rien à échanger.',
    keyHelp: 's montre l’échange',
  },
};
