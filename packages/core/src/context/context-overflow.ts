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
  readonly code = 'context-overflow';
  readonly parts: readonly OverflowPart[];
  readonly budget: BudgetTerms;

  constructor(details: { parts: readonly OverflowPart[]; budget: BudgetTerms }) {
    const sizes = details.parts.map((part) => `${part.kind} (${part.origin}): ${part.tokens}`).join('; ');
    super(
      `The parts that cannot be left out do not fit into ${details.budget.available} tokens. ${sizes}. ` +
        'Shorten one of them, offer fewer tools, or choose a model with a larger window.',
    );
    this.parts = details.parts;
    this.budget = details.budget;
  }
}
