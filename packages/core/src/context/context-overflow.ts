import { IbidError } from '../errors/ibid-error.js';
import type { BudgetTerms, ContextPartKind } from './context-report.js';

/** A part that every context must contain, listed in the error when these parts do not fit together. */
export interface OverflowPart {
  kind: ContextPartKind;
  origin: string;
  tokens: number;
}

/**
 * The parts that may not be cut do not fit. Lists each part with its size; nothing was cut silently.
 *
 * ```ts
 * import { ContextOverflow } from '@ibid/core';
 *
 * function advise(error: unknown) {
 *   return error instanceof ContextOverflow ? error.parts.map(({ kind, tokens }) => `${kind}: ${tokens}`).join(', ') : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class ContextOverflow extends IbidError {
  readonly code = 'context_overflow';
  readonly parts: readonly OverflowPart[];
  readonly budget: BudgetTerms;

  constructor(details: { parts: readonly OverflowPart[]; budget: BudgetTerms }) {
    const { parts, budget } = details;
    const needed = parts.reduce((sum, part) => sum + part.tokens, 0);
    super(
      `What the model must be sent takes ${words(needed)} tokens, but there is room for ${words(Math.max(0, budget.available))}: ${sizes(parts)}. ` +
        'Shorten one of them, offer fewer tools, or choose a model with a larger window.',
    );
    this.parts = details.parts;
    this.budget = details.budget;
  }
}

/** In the words of people; ids and names are in `parts`. */
const NAMES: Record<ContextPartKind, string> = {
  user: 'your message',
  images: 'your message',
  files: 'attached files',
  system: 'the instructions',
  agent: 'the instructions',
  reminder: 'the instructions',
  project: 'files of the project',
  'tool-call': 'results of tools',
  'tool-result': 'results of tools',
  answer: 'earlier messages',
  summary: 'earlier messages',
  prompt: 'earlier messages',
  'removed-list': 'the list of what was left out',
};

const words = (count: number) => count.toLocaleString('en');

/** The largest first. */
function sizes(parts: readonly OverflowPart[]): string {
  const sums = new Map<string, number>();
  for (const { kind, tokens } of parts) sums.set(NAMES[kind], (sums.get(NAMES[kind]) ?? 0) + tokens);
  return [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, tokens]) => `${name} ${words(tokens)}`)
    .join(', ');
}
