import { createHash } from 'node:crypto';
import type { RetrievedChunk, Tool, ToolOutcome } from '@ibid/core';
import type { ResultPart } from './result-parts.js';

/** Longer than this it is read in pages, under a handle. */
const MOST_CHARACTERS = 20_000;
/** A number or an "ok" is no passage that anybody would look up: this short, and less than three words. */
const SHORT_CHARACTERS = 20;
const FEWEST_WORDS = 3;
const CHUNK_CHARACTERS = 1_500;
const PREFIX = 'tool_';

/**
 * API-3: what a tool of others returned, as passages that are numbered, kept with the turn, cited and checked like any
 * other. The same text of the same tool is the same source.
 */
export function textAsSources(options: {
  parts: readonly ResultPart[];
  /** Of what has no name of its own. */
  title: string;
  origin: string;
}): ToolOutcome {
  const { parts, title, origin } = options;
  const whole = parts.map(({ text }) => text).join('\n');
  if (whole.length > MOST_CHARACTERS) return { text: whole };
  const cited = parts.filter(({ text }) => isFact(text));
  const text = parts.flatMap((part) => (cited.includes(part) ? [] : part.text)).join('\n');
  const chunks = cited.flatMap((part) => chunksOf(part, { title, origin }));
  return chunks.length > 0 ? { text, chunks } : { text };
}

/** Kept with its turn, and nowhere else: there is no text of it under an address of its own. */
export function isOfTool(itemId: string): boolean {
  return itemId.startsWith(PREFIX);
}

/** A tool of the program that runs this server: what it returns never passes for a document of a knowledge base. */
export function outsideKnowledge(tool: Tool): Tool {
  const marked = (chunks: readonly RetrievedChunk[]) =>
    chunks.map((chunk) => (isOfTool(chunk.itemId) ? chunk : { ...chunk, itemId: PREFIX + chunk.itemId }));
  return {
    ...tool,
    execute: async (input, context) => {
      const outcome = await tool.execute(input, context);
      return {
        ...outcome,
        ...(outcome.chunks && { chunks: marked(outcome.chunks) }),
        ...(outcome.leftOut && { leftOut: marked(outcome.leftOut) }),
      };
    },
  };
}

function isFact(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length >= SHORT_CHARACTERS || trimmed.split(/\s+/u).length >= FEWEST_WORDS;
}

function chunksOf(
  { text, name, url }: ResultPart,
  { title, origin }: { title: string; origin: string },
): RetrievedChunk[] {
  const identity = [origin, ...((url ?? name) ? [url ?? name] : []), text].join('\n');
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 24);
  return passages(text).map(([start, end], index) => ({
    itemId: `${PREFIX}${hash}`,
    chunkId: String(index),
    title: name ?? title,
    text: text.slice(start, end),
    score: null,
    span: { start, end },
    ordinal: index,
    ...(url === null ? {} : { url }),
  }));
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
