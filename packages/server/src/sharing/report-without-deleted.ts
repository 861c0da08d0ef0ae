import type { ContextPart, ContextReport, TurnStep } from '@ibid/core/internal';
import { WITHHELD } from './withheld.js';

/** Stands in a report for what was in it. */
const REMOVED = 'removed, because a document was deleted that may have been in it';

/** Written by people, and stored with them. A tool's advice in the system prompt is fixed, too. */
const WRITTEN: ReadonlySet<ContextPart['kind']> = new Set(['system', 'agent', 'user', 'reminder']);

/** Calls of a conversation whose arguments or results cannot contain text of a deleted document. */
export class ClearCalls {
  readonly #inputs = new ClearIds();
  readonly #results = new ClearIds();

  /** `left` is what was kept of the steps; the same steps, if they were not touched. */
  add(steps: readonly TurnStep[], left: readonly TurnStep[]): void {
    for (const [at, { calls }] of steps.entries())
      for (const [position, call] of calls.entries()) {
        const kept = left[at]?.calls[position];
        const isSame = kept?.toolName === call.toolName;
        this.#inputs.add(call.callId, isSame && kept.input === call.input);
        this.#results.add(call.callId, isSame && kept.outcome?.text !== WITHHELD);
      }
  }

  has({ kind, origin }: Pick<ContextPart, 'kind' | 'origin'>): boolean {
    if (kind === 'tool-call') return this.#inputs.has(origin);
    return kind === 'tool-result' && this.#results.has(origin);
  }
}

/** Providers choose the ids of calls, and some use one again in a later turn: then each of them must be clear. */
class ClearIds {
  readonly #isClear = new Map<string, boolean>();

  add(id: string, isClear: boolean): void {
    this.#isClear.set(id, isClear && this.#isClear.get(id) !== false);
  }

  has(id: string): boolean {
    return this.#isClear.get(id) === true;
  }
}

/**
 * ORG-3: a context report without what may be text of a deleted document: which parts there were and how large they
 * were stays, and so does the text of those that cannot contain it.
 */
export function reportWithoutDeleted(report: ContextReport, clear: ClearCalls): ContextReport {
  const { warnings: _warnings, ...rest } = report;
  const isClear = (part: Pick<ContextPart, 'kind' | 'origin'>) =>
    WRITTEN.has(part.kind) || isAnswer(part) || clear.has(part);
  return {
    ...rest,
    parts: report.parts.map((part) =>
      isClear(part) ? part : { ...part, origin: '', reason: REMOVED, text: '' },
    ),
    removals: report.removals.map((removal) =>
      isClear(removal) ? removal : { ...removal, origin: '', reason: REMOVED, descriptor: null },
    ),
  };
}

/** Answers stay as they were given; what the model thought does not. */
function isAnswer({ kind, origin }: Pick<ContextPart, 'kind' | 'origin'>): boolean {
  return kind === 'answer' && origin !== 'reasoning';
}
