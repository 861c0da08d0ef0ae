import type { LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { ContextRemoval } from '../context/context-report.js';
import { firstEnough, PASSAGE_FRAME, smallestFitting, worstFirst } from '../context/smallest-fitting.js';
import type { ShownPassages } from '../toolbox/conversation-memory.js';
import { resultText } from './prompt-text.js';

/**
 * CTX-11 (2): removes passages by rank across all calls, worst first, older call first; the best one of each call
 * stays. Removes as few as needed; less room never keeps more. Modifies the parts.
 */
export async function reducePassages(options: {
  results: readonly LanguageModelV4ToolResultPart[];
  passagesOf: (callId: string, text: string) => Promise<ShownPassages | null>;
  /** Tokens over the budget with the current parts. */
  excess: () => number;
  count: (text: string) => number;
}): Promise<{ removals: ContextRemoval[]; wholeOf: Map<LanguageModelV4ToolResultPart, string> }> {
  const { excess, count } = options;
  const calls: { part: LanguageModelV4ToolResultPart; text: string; shown: ShownPassages }[] = [];
  for (const part of options.results) {
    const text = resultText(part);
    const shown = await options.passagesOf(part.toolCallId, text);
    if (shown) calls.push({ part, text, shown });
  }
  const reductions = calls
    .flatMap(({ shown }, call) =>
      shown.passages.slice(1).map((text, at) => ({ rank: at + 1, call, saves: count(text) + PASSAGE_FRAME })),
    )
    .sort(worstFirst);
  const apply = (applied: number): number[] => {
    const kept = calls.map(({ shown }) => shown.passages.length);
    for (const { call, rank } of reductions.slice(0, applied)) kept[call] = rank;
    for (const [at, { part, text, shown }] of calls.entries()) {
      const left = kept[at] ?? 0;
      const value = left === shown.passages.length ? text : shown.render(left);
      part.output = { type: 'text', value };
    }
    return kept;
  };

  const start = firstEnough(reductions, excess());
  const most = reductions.length;
  const fits = (applied: number): boolean => {
    apply(applied);
    return excess() <= 0;
  };
  const kept = apply(smallestFitting({ least: 0, most, start, fits }) ?? most);

  const removals = calls.flatMap(({ part, text, shown }, at): ContextRemoval[] => {
    const missing = shown.passages.length - (kept[at] ?? 0);
    if (missing === 0) return [];
    return [
      {
        kind: 'tool-result',
        action: 'paged-out',
        origin: part.toolName,
        reason: missing === 1 ? '1 passage of lower rank' : `${missing} passages of lower rank`,
        tokensBefore: count(text),
        tokensAfter: count(resultText(part)),
        descriptor: shown.descriptor,
      },
    ];
  });
  return { removals, wholeOf: new Map(calls.map(({ part, shown }) => [part, shown.whole])) };
}
