// How the referee ran the bots of a finished game: isolation, limits, CPU time. Nothing for bots that connected by themselves.
// data-testid="how-run".
import { h, refill } from '../dom.js';
import { text } from '../text/index.js';
import { durationText } from '../words.js';

function factsOf({ isolation, limits, cpuOnTurnMillis, cpuOffTurnMillis, waitMillis }) {
  return [
    isolation ? text.isolations[isolation] ?? isolation : null,
    limits ? text.limitsBy(limits) : null,
    cpuOnTurnMillis === undefined ? null : text.cpuOnTurn(durationText(cpuOnTurnMillis)),
    cpuOffTurnMillis === undefined ? null : text.cpuOffTurn(durationText(cpuOffTurnMillis)),
    waitMillis >= 0.5 ? text.waited(durationText(waitMillis)) : null,
  ].filter(Boolean);
}

/** { element, show(status) } */
export function howRun(names) {
  const place = h('dl.facts');
  const element = h('details.more', { hidden: true, 'data-testid': 'how-run' }, h('summary', null, text.howRun), place);
  function show(status) {
    const all = (status.seats ?? []).map((seat, index) => [names[index], factsOf(seat)]).filter(([, facts]) => facts.length);
    element.hidden = !all.length || status.phase !== 'OVER';
    refill(place, all.map(([name, facts]) => [h('dt', null, name), facts.map((fact) => h('dd', null, fact))]));
  }
  return { element, show };
}
