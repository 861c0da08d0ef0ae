import { assembleContext } from './assemble-context.js';
import type { AssembledContext, ContextInput } from './context-input.js';
import { withFields } from '../messages/with-fields.js';

/**
 * Assembly that remembers the step before, so that each report says how much of the prompt is the same prefix
 * (CTX-13). One for a turn, or for a conversation where the turns follow each other in one process.
 *
 * ```ts
 * import { createContextAssembler } from '@ibid/core';
 *
 * const assemble = createContextAssembler(); // one per turn: it remembers the step before, for the report
 * console.log(typeof assemble); // 'function'
 * ```
 */
export function createContextAssembler(
  options: { previous?: ContextInput['previous'] } = {},
): (input: ContextInput) => AssembledContext {
  let previous = options.previous ?? null;
  return (input) => {
    const assembled = assembleContext(withFields(input, { previous: input.previous ?? previous }));
    previous = assembled;
    return assembled;
  };
}
