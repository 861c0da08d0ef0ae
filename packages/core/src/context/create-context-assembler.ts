import { assembleWith } from './assemble-context.js';
import { completeContext } from './complete-context.js';
import type { AssembledContext, ContextInput } from './context-input.js';
import { RenderCache } from './render-cache.js';
import { withFields } from '../messages/with-fields.js';

/**
 * Assembly that remembers what it rendered, so that a further step costs what is new, and the step before, so that each
 * report says how much of the prompt is the same prefix. One for a turn, or for a conversation where the turns
 * follow each other in one process. What it remembers lives with it and nowhere else.
 *
 * ```ts
 * import { createContextAssembler } from '@ibid/core';
 *
 * const assemble = createContextAssembler(); // one per turn or conversation
 * console.log(typeof assemble); // 'function'
 * ```
 */
export function createContextAssembler(
  options: { previous?: ContextInput['previous'] } = {},
): (input: ContextInput) => AssembledContext {
  const cache = new RenderCache();
  let previous = options.previous ?? null;
  return (input) => {
    const assembled = assembleWith(
      withFields(completeContext(input), { previous: input.previous ?? previous }),
      cache,
    );
    previous = assembled;
    return assembled;
  };
}
