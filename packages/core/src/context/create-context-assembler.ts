import { assembleWith } from './assemble-context.js';
import { completeContext } from './complete-context.js';
import type { AssembledContext, ContextInput } from './context-input.js';
import { RenderCache } from './render-cache.js';
import { withFields } from '../messages/with-fields.js';

/**
 * Assembly with a cache. Each further step costs only what is new. It also remembers the previous step, so each report
 * can say how much of the prompt prefix is unchanged. Create one per turn, or one per conversation if its turns run in
 * one process. The cache lives as long as the assembler.
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
