import { createHash } from 'node:crypto';
import type { RetrievedChunk, Tool, ToolOutcome } from '@ibid/core';
import type { ResultPart } from './result-parts.js';

/** Longer text is read in pages, under a handle. */
const MOST_CHARACTERS = 20_000;
/** A number or an "ok" is no passage worth looking up: this short, and fewer than three words. */
const SHORT_CHARACTERS = 20;
const FEWEST_WORDS = 3;
const CHUNK_CHARACTERS = 1_500;
const PREFIX = 'tool_';

/**
 * API-3: the output of a third-party tool as passages that are numbered, stored with the turn, cited and checked like
 * any other. The same text from the same tool is the same source.
 */
export function textAsSources(options: {
  parts: readonly ResultPart[];
  /** For parts without a name. */
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

/** Stored only with its turn: its text has no address. */
export function isOfTool(itemId: string): boolean {
  return itemId.startsWith(PREFIX);
}

/** For tools of the program that embeds this server: their output never passes for a document of a knowledge base. */
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

/** Whole lines up to a size; a longer line forms its own passage. */
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
