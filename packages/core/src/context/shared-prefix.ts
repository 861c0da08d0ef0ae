import type { ContextPart } from './context-report.js';

/**
 * CTX-13: tokens at the start that are the same as in the step before, which is what a prompt cache can reuse. In
 * the first part that differs, the share of its text that is still the same counts too.
 */
export function sharedPrefixTokens(previous: readonly ContextPart[], parts: readonly ContextPart[]): number {
  let tokens = 0;
  const shorter = Math.min(previous.length, parts.length);
  for (let index = 0; index < shorter; index += 1) {
    const before = previous[index] as ContextPart;
    const now = parts[index] as ContextPart;
    if (before === now || (before.kind === now.kind && before.text === now.text)) {
      tokens += now.tokens;
      continue;
    }
    if (before.kind === now.kind) tokens += Math.floor(now.tokens * commonShare(before.text, now.text));
    break;
  }
  return tokens;
}

function commonShare(before: string, now: string): number {
  const shorter = Math.min(before.length, now.length);
  let common = 0;
  while (common < shorter && before.charCodeAt(common) === now.charCodeAt(common)) common += 1;
  return now.length === 0 ? 0 : common / now.length;
}
