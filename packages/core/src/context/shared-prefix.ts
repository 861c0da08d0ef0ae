import { noteByObject } from '../messages/note-by-object.js';
import type { ContextPart } from './context-report.js';

/** A run of parts taken over as a whole. It is identified by its source, not part by part. */
export interface PartStretch {
  source: object;
  from: number;
  start: number;
  count: number;
  tokens: number;
}

const stretches = noteByObject<PartStretch>();

/** Records that the past turns of a context were taken over as a whole, so comparing two steps can skip them. */
export function noteStretch(parts: readonly ContextPart[], stretch: PartStretch): void {
  stretches.set(parts, stretch);
}

/**
 * CTX-13: tokens at the start that equal those of the previous step; a prompt cache can reuse them. The unchanged share
 * of the first differing part counts too.
 */
export function sharedPrefixTokens(previous: readonly ContextPart[], parts: readonly ContextPart[]): number {
  const skip = commonStretch(previous, parts);
  let tokens = 0;
  let index = 0;
  const shorter = Math.min(previous.length, parts.length);
  while (index < shorter) {
    if (skip && index === skip.start && skip.count > 0) {
      tokens += skip.tokens;
      index += skip.count;
      continue;
    }
    const before = previous[index] as ContextPart;
    const now = parts[index] as ContextPart;
    if (before === now || (before.kind === now.kind && before.text === now.text)) {
      tokens += now.tokens;
      index += 1;
      continue;
    }
    if (before.kind === now.kind) tokens += Math.floor(now.tokens * commonShare(before.text, now.text));
    break;
  }
  return tokens;
}

function commonStretch(previous: readonly ContextPart[], parts: readonly ContextPart[]): PartStretch | null {
  const before = stretches.get(previous);
  const now = stretches.get(parts);
  if (!before || !now || before.source !== now.source) return null;
  return before.from === now.from && before.start === now.start && before.count === now.count ? now : null;
}

function commonShare(before: string, now: string): number {
  const shorter = Math.min(before.length, now.length);
  let common = 0;
  while (common < shorter && before.charCodeAt(common) === now.charCodeAt(common)) common += 1;
  return now.length === 0 ? 0 : common / now.length;
}
