import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { countTokens } from '../tokens/count-tokens.js';
import { defaultContextSettings } from './context-settings.js';
import { safetyMargin } from './reserves.js';
import { beginningAndEnd, MOST_CHARACTERS_PER_TOKEN, mostFitting } from './shorten-text.js';

/** A string stays as it is. A text gives way to its beginning and its end, a list loses its last lines. */
export type RequestPart = string | { text: string } | { lines: readonly string[] };

export interface FittedRequest {
  prompt: LanguageModelV4Prompt;
  maxOutputTokens: number;
  /** Of the lists, how many lines each shows, in their order. */
  lines: number[];
  isWhole: boolean;
}

/** Of the window, for the answer, where it asks for more. */
const OUTPUT_SHARE = 0.25;
/** What a provider adds around two messages. */
const FRAME_TOKENS = 16;

/**
 * CTX-10 for what is asked outside of a turn's steps (titles, plans, classes, summaries of documents): instructions, parts
 * and answer within the window, or a provider would refuse the request or cut it without a word. Lists give way first,
 * then texts, the longest first. Null: not even the instructions fit, and nobody should be asked.
 */
export function fitRequest(options: {
  system: readonly RequestPart[];
  user: readonly RequestPart[];
  /** Tokens that the answer may have; less where that is more than its share of the window. */
  outputTokens: number;
  outputShare?: number;
  /** Null: nothing is known of it, and nothing is reduced. */
  window: { contextWindow: number; tokenizer: string | null } | null;
}): FittedRequest | null {
  const { system, user, outputTokens, window } = options;
  const parts = [...system, ...user];
  const longestList = Math.max(0, ...parts.map((part) => linesOf(part).length));
  const longestText = Math.max(0, ...parts.map((part) => textOf(part).length));
  const shown = (lines: number, characters: number) => ({
    system: rendered(system, lines, characters),
    user: rendered(user, lines, characters),
  });
  const made = (lines: number, characters: number, maxOutputTokens: number): FittedRequest => {
    const texts = shown(lines, characters);
    return {
      prompt: [
        ...(texts.system === '' ? [] : [{ role: 'system' as const, content: texts.system }]),
        { role: 'user', content: [{ type: 'text', text: texts.user }] },
      ],
      maxOutputTokens,
      lines: parts.flatMap((part) => (isList(part) ? [Math.min(lines, part.lines.length)] : [])),
      isWhole: lines >= longestList && characters >= longestText,
    };
  };
  if (!window) return made(longestList, longestText, outputTokens);
  const { contextWindow, tokenizer } = window;
  const share = options.outputShare ?? OUTPUT_SHARE;
  const output = Math.min(outputTokens, Math.max(1, Math.floor(contextWindow * share)));
  const room = contextWindow - output - safetyMargin(window, defaultContextSettings) - FRAME_TOKENS;
  const fits = (lines: number, characters: number): boolean => {
    const texts = shown(lines, characters);
    if (texts.system.length + texts.user.length > room * MOST_CHARACTERS_PER_TOKEN) return false;
    return countTokens(texts.system, tokenizer) + countTokens(texts.user, tokenizer) <= room;
  };
  const lines = mostFitting(longestList, (count) => fits(count, longestText));
  if (lines !== null) return made(lines, longestText, output);
  const characters = mostFitting(longestText, (count) => fits(0, count));
  if (characters === null) return null;
  // What a shortened text leaves over goes to lists again.
  return made(mostFitting(longestList, (count) => fits(count, characters)) ?? 0, characters, output);
}

function rendered(parts: readonly RequestPart[], lines: number, characters: number): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (!isList(part)) return beginningAndEnd(part.text, characters);
      const left = part.lines.length - lines;
      return [...part.lines.slice(0, lines), ...(left > 0 ? [`(${left} more)`] : [])].join('\n');
    })
    .join('');
}

function isList(part: RequestPart): part is { lines: readonly string[] } {
  return typeof part === 'object' && 'lines' in part;
}

function linesOf(part: RequestPart): readonly string[] {
  return isList(part) ? part.lines : [];
}

function textOf(part: RequestPart): string {
  return typeof part === 'object' && 'text' in part ? part.text : '';
}
