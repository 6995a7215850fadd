// The parts of the teams' forms: a field with its label, the place for what went wrong, and a button that waits for an answer.
import { errorText, h, refill } from '../../dom.js';

/** { input, element } */
export function field(label, attributes, help) {
  const id = `help-${attributes.name}`;
  const input = h('input', { ...attributes, 'aria-describedby': help ? id : null });
  return { input, element: h('div.field', null, h('label', null, h('span', null, label), input), help ? h('p.meta', { id }, help) : null) };
}

export const problemPlace = () => h('p.warning', { role: 'alert' });

/** Runs an action of a button, which is disabled meanwhile; what the server refuses is shown. Returns whether it went well. */
export async function attempt(button, problem, action) {
  refill(problem, null);
  button.disabled = true;
  try {
    await action();
    return true;
  } catch (error) {
    if (error.status === undefined) throw error;
    refill(problem, errorText(error));
    return false;
  } finally {
    button.disabled = false;
  }
}
