import type { ModelProfile } from '@ibid/core';
import { countTokens } from '@ibid/core/internal';

/** The rest is for instructions, the answer, and a tokenizer that counts otherwise than ours. */
const SHARE = 0.5;

/** MOD-4: the beginning of a text that a model is shown for a small task: so many characters, or what its window holds. */
export function beginningForWindow(text: string, profile: ModelProfile, characters: number): string {
  const room = Math.floor(profile.contextWindow * SHARE);
  let shown = text.slice(0, characters);
  for (let tokens = countTokens(shown, profile.tokenizer); tokens > room && shown !== '';) {
    shown = shown.slice(0, Math.floor(shown.length * Math.min(0.9, room / tokens)));
    tokens = countTokens(shown, profile.tokenizer);
  }
  return shown;
}
