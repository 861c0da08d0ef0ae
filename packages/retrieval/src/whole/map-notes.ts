import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { TokenUsage } from '@ibid/core/internal';
import {
  addUsage,
  convertUsage,
  countTokensUncached,
  fitRequest,
  type RequestPart,
} from '@ibid/core/internal';
import { mapNotesPrompt, mergeNotesPrompt } from './prompts.generated.js';
import type { WholePart } from './read-parts.js';

/** The model that reads the document, and its context window. */
export interface WholeReader {
  model: LanguageModelV4;
  contextWindow: number;
}

export interface WholeNotes {
  lines: string[];
  /** How many parts the model has read. */
  read: number;
  calls: number;
  usage: TokenUsage;
}

const MOST_CALLS = 16;
const SHARE = 0.4;
const LARGEST_STRETCH = 12_000;
const SMALLEST_STRETCH = 600;
const NOTE_TOKENS = 700;
const MOST_LINES = 40;
const MOST_LINE_CHARACTERS = 500;

/**
 * KB-13 with a language model: it reads the document stretch by stretch and takes notes, and merges them if there are
 * many. The number of calls is bounded: stretches grow up to the window's limit, and the rest stays unread, which the
 * result says. A stretch on which the model fails also counts as unread.
 */
export async function mapNotes(options: {
  reader: WholeReader;
  question: string;
  parts: readonly WholePart[];
  signal: AbortSignal;
  onProgress?: (read: number) => void;
}): Promise<WholeNotes> {
  const { reader, question, parts, signal } = options;
  const total = parts.reduce((sum, { chunk }) => sum + chunk.tokens, 0);
  const widest = Math.max(SMALLEST_STRETCH, Math.floor(reader.contextWindow * SHARE));
  const stretch = Math.min(widest, Math.max(LARGEST_STRETCH, Math.ceil(total / (MOST_CALLS - 2))));
  const stretches = cut(parts, stretch).slice(0, MOST_CALLS - 1);
  const notes: WholeNotes = { lines: [], read: 0, calls: 0, usage: { inputTokens: 0, outputTokens: 0 } };
  for (const [place, own] of stretches.entries()) {
    if (signal.aborted) break;
    const text = `\n\nStretch ${place + 1} of ${stretches.length}:\n\n${shown(own)}`;
    const user = ['Question: ', { text: question }, text];
    const said = await ask(reader, notes, { system: mapNotesPrompt, user, signal });
    if (!said) continue;
    notes.read += own.length;
    notes.lines.push(...said.lines);
    options.onProgress?.(notes.read);
  }
  if (notes.lines.length > MOST_LINES && !signal.aborted) {
    const user = ['Question: ', { text: question }, '\n\n', { lines: notes.lines }];
    const merged = await ask(reader, notes, { system: mergeNotesPrompt, user, signal });
    // Notes that did not fit into the request follow the merged ones.
    if (merged && merged.lines.length > 0)
      notes.lines = [...merged.lines, ...notes.lines.slice(merged.shown)];
  }
  notes.lines = notes.lines.slice(0, 2 * MOST_LINES);
  return notes;
}

/** Null if the request does not fit the window, the call fails, or the answer is unusable. */
async function ask(
  reader: WholeReader,
  notes: WholeNotes,
  options: { system: string; user: RequestPart[]; signal: AbortSignal },
): Promise<{ lines: string[]; shown: number } | null> {
  const request = fitRequest({
    system: [options.system],
    user: options.user,
    outputTokens: NOTE_TOKENS,
    window: { contextWindow: reader.contextWindow, tokenizer: null },
  });
  if (!request) return null;
  notes.calls += 1;
  try {
    const { content, usage } = await reader.model.doGenerate({
      prompt: request.prompt,
      maxOutputTokens: request.maxOutputTokens,
      abortSignal: options.signal,
    });
    notes.usage = addUsage(notes.usage, convertUsage(usage));
    const said = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    const lines = said.split('\n').flatMap((line) => /^\s*[-*•]\s+(.+)$/u.exec(line)?.[1]?.trim() ?? []);
    if (lines.length === 0) return null;
    return {
      lines: lines
        .filter((line) => !/^nothing\.?$/iu.test(line))
        .map((line) => line.slice(0, MOST_LINE_CHARACTERS)),
      shown: request.lines[0] ?? 0,
    };
  } catch {
    return null;
  }
}

function cut(parts: readonly WholePart[], tokens: number): WholePart[][] {
  const stretches: WholePart[][] = [];
  let held = Infinity;
  for (const part of parts) {
    const own = countTokensUncached(shown([part]));
    if (held + own > tokens) {
      stretches.push([]);
      held = 0;
    }
    stretches.at(-1)?.push(part);
    held += own;
  }
  return stretches;
}

function shown(parts: readonly WholePart[]): string {
  return parts
    .map(({ item, chunk }) => {
      const place = [item.title, ...chunk.headingPath.filter((heading) => heading !== item.title)];
      const page = chunk.page === null ? '' : `, page ${chunk.page}`;
      return `[${place.join(' › ')}${page}]\n${chunk.text}`;
    })
    .join('\n\n');
}
