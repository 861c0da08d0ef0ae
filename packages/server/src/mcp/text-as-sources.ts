import { createHash } from 'node:crypto';
import type { RetrievedChunk, ToolOutcome } from '@ibid/core';

/** Longer than this it is read in pages, under a handle. */
const MOST_CHARACTERS = 20_000;
/** A number or an "ok" is no passage that anybody would look up. */
const FEWEST_CHARACTERS = 40;
const CHUNK_CHARACTERS = 1_500;
const PREFIX = 'tool_';

/**
 * API-3: what a tool of others returned, as passages that are numbered, kept with the turn, cited and checked like any
 * other. The same text of the same tool is the same source.
 */
export function textAsSources(options: { text: string; title: string; origin: string }): ToolOutcome {
  const { text, title } = options;
  if (text.trim().length < FEWEST_CHARACTERS || text.length > MOST_CHARACTERS) return { text };
  const hash = createHash('sha256').update(`${options.origin}\n${text}`).digest('hex').slice(0, 24);
  const chunks = passages(text).map(([start, end], index): RetrievedChunk => ({
    itemId: `${PREFIX}${hash}`,
    chunkId: String(index),
    title,
    text: text.slice(start, end),
    score: null,
    span: { start, end },
    ordinal: index,
  }));
  return { text: '', chunks };
}

/** Kept with its turn, and nowhere else: there is no text of it under an address of its own. */
export function isOfTool(itemId: string): boolean {
  return itemId.startsWith(PREFIX);
}

/** Whole lines, up to a size; a line that is longer is one of its own. */
function passages(text: string): [number, number][] {
  const found: [number, number][] = [];
  let start = 0;
  let end = 0;
  for (const line of text.split(/(?<=\n)/u)) {
    if (end > start && end - start + line.length > CHUNK_CHARACTERS) {
      found.push([start, end]);
      start = end;
    }
    end += line.length;
  }
  if (text.slice(start, end).trim() !== '') found.push([start, end]);
  return found;
}
