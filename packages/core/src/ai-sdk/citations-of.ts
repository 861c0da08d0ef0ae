import type { Citation } from '../citations/citation.js';

/**
 * The checked citations in a part of an AI SDK answer: a text part of a UI message, of `result.content`, or the end of
 * a text in a stream. Empty if there are none.
 *
 * ```ts
 * import { citationsOf } from '@ibid/core/ai-sdk';
 *
 * const part = { type: 'text', text: 'Rope floats [1].', providerMetadata: { ibid: { citations: [] } } };
 * console.log(citationsOf(part).map(({ number, verdict }) => `${number}: ${verdict}`));
 * ```
 */
export function citationsOf(part: { providerMetadata?: unknown }): Citation[] {
  const metadata = part.providerMetadata as { ibid?: { citations?: unknown } } | undefined;
  const citations = metadata?.ibid?.citations;
  return Array.isArray(citations) ? (citations as Citation[]) : [];
}
