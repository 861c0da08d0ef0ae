import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { countTokens } from '../tokens/count-tokens.js';
import { defaultContextSettings } from './context-settings.js';
import { safetyMargin } from './reserves.js';
import { beginningAndEnd, MOST_CHARACTERS_PER_TOKEN, mostFitting } from './shorten-text.js';

/** A string is never cut. A text is shortened to its beginning and end; a list loses its last lines. */
export type RequestPart = string | { text: string } | { lines: readonly string[] };

export interface FittedRequest {
  prompt: LanguageModelV4Prompt;
  maxOutputTokens: number;
  /** How many lines of each list are shown, in order. */
  lines: number[];
  isWhole: boolean;
}

/** The largest share of the window that the answer may take. */
const OUTPUT_SHARE = 0.25;
/** Tokens a provider adds around two messages. */
const FRAME_TOKENS = 16;

/**
 * CTX-10 for requests outside the steps of a turn (titles, plans, classes, summaries of documents). Instructions, parts
 * and answer must fit the window; otherwise a provider would refuse the request or cut it silently. Lists are shortened
 * first, then texts, the longest first. Null: not even the instructions fit, so no request should be made.
 */
export function fitRequest(options: {
  system: readonly RequestPart[];
  user: readonly RequestPart[];
  /** The most tokens that the answer may have; limited by its share of the window. */
  outputTokens: number;
  outputShare?: number;
  /** Null: the window is unknown, and nothing is reduced. */
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
  // Lists get back the room that shortened texts leave over.
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
