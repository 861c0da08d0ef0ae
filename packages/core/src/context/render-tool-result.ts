import { beginningEnd } from '../descriptors/beginning-and-end.js';
import type { DescriptorSettings } from '../descriptors/descriptor-settings.js';
import { needsDescriptor } from '../descriptors/needs-descriptor.js';
import { renderDescriptorPreview } from '../descriptors/render-preview.js';
import type { JsonValue } from '../messages/json-value.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import { groupDocuments } from './group-documents.js';
import { renderDocumentsResult } from './render-documents.js';
import { placeholderOf } from './render-past-turn.js';
import type { CallInContext, NumberedChunk } from './view-calls.js';
import { wellFormed } from './well-formed.js';

/** How much of a result is shown: all of it, a short beginning, or only its handle. */
export type ResultLevel = 'full' | 'short' | 'bare';

/** Tokens kept of a result, or of its best passage, that has to make room: enough to judge whether to read on. */
const SHORT_TOKENS = 100;
/** Below this size the note and the handle would cost about as much as the cut saves. */
export const WORTH_SHORTENING = 3 * SHORT_TOKENS;

const NO_OUTPUT = 'The tool gave no output.';

export interface RenderedResult {
  text: string;
  shown: [number, RetrievedChunk][];
  /** Characters left to the descriptor because the text is too long (FD-1). */
  hiddenCharacters: number;
}

/**
 * CTX-7 for results with documents; other results keep the tool's own text. Text that is too long becomes a preview
 * with a handle.
 */
export function renderToolResult(options: {
  view: CallInContext;
  /** How many of the fresh passages are shown, best first. */
  kept: number;
  level: ResultLevel;
  descriptorsEnabled: boolean;
  /** Adjusted to the window. */
  settings: DescriptorSettings;
  count: (text: string) => number;
}): RenderedResult {
  const { view, level } = options;
  const { call } = view;
  const outcome = call.outcome;
  const handle = options.descriptorsEnabled && call.descriptor ? call.descriptor : null;
  if (outcome === undefined || level === 'bare') {
    const { descriptorsEnabled } = options;
    return {
      text: wellFormed(placeholderOf(call, { descriptorsEnabled })),
      shown: [],
      hiddenCharacters: 0,
    };
  }
  const own = shortened(outcome.text, options, handle);
  const hidden = own === outcome.text ? 0 : outcome.text.length;
  if (outcome.chunks === undefined) {
    const figures = outcome.figures ? JSON.stringify(outcome.figures) : '';
    const text = [own, figures].filter((part) => part !== '').join('\n');
    return { text: text.trim() === '' ? NO_OUTPUT : wellFormed(text), shown: [], hiddenCharacters: hidden };
  }

  const kept = view.fresh.slice(0, options.kept).map((entry) => limited(entry, options, handle));
  const facts: Record<string, JsonValue> = { ...outcome.figures };
  if (own !== '') facts['text'] = wellFormed(own);
  if (view.repeated.length > 0) facts['found_again'] = view.repeated;
  const missing = view.fresh.length - kept.length;
  const further = outcome.leftOutSize?.passages ?? 0;
  if (missing + further > 0) {
    const said = [
      ...(missing > 0
        ? [missing === 1 ? '1 passage of lower rank' : `${missing} passages of lower rank`]
        : []),
      ...(further > 0 ? [further === 1 ? '1 further part' : `${further} further parts`] : []),
    ].join(' and ');
    facts['left_out'] = handle === null ? said : `${said}; the whole result is ${handle}`;
  }
  return {
    text: renderDocumentsResult({ facts, documents: groupDocuments(kept.map((entry) => entry.seen)) }),
    shown: kept.flatMap(({ seen: { number, chunk }, read }): [number, RetrievedChunk][] => {
      if (chunk.text === null) return [];
      return [[number, chunk.text === read ? chunk : { ...chunk, text: read }]];
    }),
    hiddenCharacters: kept.reduce((sum, entry) => sum + entry.hiddenCharacters, hidden),
  };
}

interface LimitedChunk {
  seen: NumberedChunk;
  /** The part of the chunk's own text that is shown, without our note. Citations are checked against it. */
  read: string | null;
  hiddenCharacters: number;
}

function shortened(
  text: string,
  options: Parameters<typeof renderToolResult>[0],
  handle: string | null,
): string {
  const { settings, count } = options;
  const isPage = options.view.call.outcome?.isDescriptorPage === true;
  const isShort = options.level === 'short' && !isPage && count(text) > SHORT_TOKENS;
  if (handle === null) return isShort ? cut(text, SHORT_TOKENS, options, null).text : text;
  const preview = (previewTokens: number) =>
    renderDescriptorPreview({
      descriptor: handle,
      content: text,
      previewTokens,
      countTokens: count,
      pageCharacters: settings.pageCharacters,
      source: options.view.call.toolName,
    });
  if (isShort) return preview(SHORT_TOKENS);
  const wrap = needsDescriptor({
    text,
    kind: 'tool-result',
    isDescriptorPage: isPage,
    settings,
    countTokens: count,
  });
  return wrap ? preview(settings.previewTokens) : text;
}

/** A single passage longer than a whole result may be is cut with a note; the rest is in the descriptor. */
function limited(
  entry: NumberedChunk,
  options: Parameters<typeof renderToolResult>[0],
  handle: string | null,
): LimitedChunk {
  const text = entry.chunk.text;
  const isShort = options.level === 'short';
  const limit = isShort ? SHORT_TOKENS : options.settings.toolResultTokens;
  // A token is almost never shorter than a character, and a passage slightly over the limit does no harm.
  const isWhole = text === null || text.length <= limit || (handle === null && !isShort);
  if (isWhole || options.count(text) <= limit) return { seen: entry, read: text, hiddenCharacters: 0 };
  const { text: shown, read } = cut(text, limit, options, handle);
  return {
    seen: { number: entry.number, chunk: { ...entry.chunk, text: shown } },
    read,
    hiddenCharacters: text.length - read.length,
  };
}

function cut(
  text: string,
  tokens: number,
  options: Parameters<typeof renderToolResult>[0],
  handle: string | null,
): { text: string; read: string } {
  const read = text.slice(0, beginningEnd({ content: text, tokens, countTokens: options.count }));
  const hidden = text.length - read.length;
  if (hidden === 0) return { text, read };
  const note =
    handle === null
      ? `${hidden} more characters were left out to fit the context${options.descriptorsEnabled ? ' and could not be kept' : ''}.`
      : `${hidden} more characters; read them with read_fd("${handle}").`;
  return { text: `${read}\n[${note}]`, read };
}
