import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { AttachedFile, PastTurn } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { ContextPart, ContextRemoval } from './context-report.js';
import { numbersOfFiles } from './number-sources.js';
import { RecentTurns } from './recent-turns.js';
import type { RenderMemory } from './render-cache.js';
import { type PastTurnOptions, type RenderedPastTurn, renderPastTurn } from './render-past-turn.js';

/**
 * The past turns laid out flat, with running sums. A step can ask for "all but the oldest `dropped` turns" without
 * visiting each turn. Turns older than a whole window can never be shown, so they are estimated, not rendered.
 */
export interface HistoryIndex {
  turns: readonly PastTurn[];
  /** The fewest turns that must be dropped. */
  leastDropped: number;
  messages: LanguageModelV4Message[];
  parts: ContextPart[];
  /** By number of dropped turns: where the rest starts in `messages` and `parts`, and its tokens. */
  messageStarts: number[];
  partStarts: number[];
  suffixTokens: number[];
  /** What dropping turns removes: each turn, and each of its files separately. */
  removals: ContextRemoval[];
  /** By number of dropped turns: how many of the removals belong to them. */
  removalEnds: number[];
  shown: { turn: number; number: number; chunk: RetrievedChunk }[];
  /** Cache of removed lists, by number of dropped turns. */
  removedLists: Map<string, string>;
}

/** Keyed by content, not by object, so all assemblers can share them. */
const recentTurns = new RecentTurns<RenderedPastTurn>({ maxCharacters: 8_000_000 });

/** Files attached to past messages, in order. */
export function pastFiles(turns: readonly PastTurn[], memory: RenderMemory): AttachedFile[] {
  return memory.rememberLast('past-files', turns, String(turns.length), () => {
    const files: AttachedFile[] = [];
    for (const { user } of turns) for (const file of user.files) files.push(file);
    return files;
  });
}

type IndexOptions = Omit<PastTurnOptions, 'turn'> & {
  turns: readonly PastTurn[];
  window: number;
  /** Name of the tokenizer. Counts of another tokenizer are not reused. */
  tokenizer: string;
  memory: RenderMemory;
};

export function historyIndexOf(options: IndexOptions): HistoryIndex {
  const { turns, memory } = options;
  const numbers = numbersOfFiles(pastFiles(turns, memory), options.ledger);
  const key = `${turns.length}|${numbers}|${ledgerKey(options)}`;
  return memory.rememberLast('history', turns, key, () => buildIndex(options));
}

/** Of the renderings, only result summaries and files contain source numbers. Files have their own key. */
function ledgerKey({ pastResultSummaries, ledger }: IndexOptions): string {
  return pastResultSummaries ? ledger.sources.map(({ itemId }) => itemId).join(',') : '';
}

/** The rendering of each turn, by its position in the conversation. */
interface RenderedTurns {
  places: ({ turn: PastTurn; key: string; unit: RenderedPastTurn } | undefined)[];
}

function buildIndex(options: IndexOptions): HistoryIndex {
  const { turns, memory } = options;
  const { userInputTokens, previewTokens, pageCharacters, historyReferenceCharacters } =
    options.descriptorSettings;
  // Everything a rendering depends on, for the cache shared with other assemblers.
  const settingsKey = [
    options.tokenizer,
    options.vision,
    options.descriptorsEnabled,
    userInputTokens,
    previewTokens,
    pageCharacters,
    historyReferenceCharacters,
    ledgerKey(options),
  ].join('|');
  // Conversations grow at the end, so a turn that was rendered before is at its old position.
  const last = memory.rememberLast('rendered-turns', memory, '', (): RenderedTurns => ({ places: [] }));
  const places: RenderedTurns['places'] = [];
  const rendered: RenderedPastTurn[] = [];
  const tokensOf: number[] = turns.map(() => 0);
  let leastDropped = 0;
  let sum = 0;
  for (let position = turns.length - 1; position >= 0; position -= 1) {
    const turn = turns[position] as PastTurn;
    if (leastDropped === 0) {
      const key =
        turn.user.files.length === 0
          ? settingsKey
          : `${settingsKey}|${numbersOfFiles(turn.user.files, options.ledger)}`;
      const before = last.places[position];
      const isKnown = before?.turn === turn && before.key === key;
      const unit = isKnown ? before.unit : renderOnce(options, turn, key);
      places[position] = isKnown ? before : { turn, key, unit };
      if (sum + unit.block.tokens > options.window) leastDropped = position + 1;
      else rendered[position] = unit;
      sum += unit.block.tokens;
      tokensOf[position] = unit.block.tokens;
    } else {
      tokensOf[position] = estimateTokens(turn);
    }
  }
  last.places = places;
  return layOut({ turns, rendered, tokensOf, leastDropped });
}

function renderOnce(options: Omit<PastTurnOptions, 'turn'>, turn: PastTurn, key: string): RenderedPastTurn {
  // A summary depends on the result's content, and the cache does not compare results.
  if (options.pastResultSummaries) return renderPastTurn({ ...options, turn });
  const known = recentTurns.get(turn, key);
  if (known) return known;
  const unit = renderPastTurn({ ...options, turn });
  recentTurns.set(turn, key, unit);
  return unit;
}

function layOut(options: {
  turns: readonly PastTurn[];
  rendered: RenderedPastTurn[];
  tokensOf: number[];
  leastDropped: number;
}): HistoryIndex {
  const { turns, rendered, tokensOf, leastDropped } = options;
  const index: HistoryIndex = {
    turns,
    leastDropped,
    messages: [],
    parts: [],
    messageStarts: [],
    partStarts: [],
    suffixTokens: [...tokensOf, 0],
    removals: [],
    removalEnds: [0],
    shown: [],
    removedLists: new Map(),
  };
  for (let position = 0; position < turns.length; position += 1) {
    index.messageStarts.push(index.messages.length);
    index.partStarts.push(index.parts.length);
    addRemovals(index.removals, turns[position] as PastTurn, tokensOf[position] ?? 0);
    index.removalEnds.push(index.removals.length);
    const unit = rendered[position];
    if (!unit) continue;
    for (const message of unit.block.messages) index.messages.push(message);
    for (const part of unit.block.parts) index.parts.push(part);
    for (const [number, chunk] of unit.shown) index.shown.push({ turn: position, number, chunk });
  }
  index.messageStarts.push(index.messages.length);
  index.partStarts.push(index.parts.length);
  for (let position = turns.length - 1; position >= 0; position -= 1) {
    index.suffixTokens[position] = (index.suffixTokens[position + 1] ?? 0) + (tokensOf[position] ?? 0);
  }
  return index;
}

function addRemovals(removals: ContextRemoval[], turn: PastTurn, tokens: number): void {
  removals.push({
    kind: 'user',
    action: 'dropped',
    origin: turn.user.id,
    reason: 'the oldest turns are left out first',
    tokensBefore: tokens,
    tokensAfter: 0,
    descriptor: turn.assistant?.descriptor ?? turn.user.descriptor ?? null,
  });
  for (const file of turn.user.files) {
    removals.push({
      kind: 'files',
      action: 'dropped',
      origin: file.name,
      reason: 'left with the turn it was attached to, whose size includes it',
      tokensBefore: 0,
      tokensAfter: 0,
      descriptor: file.descriptor,
    });
  }
}

const CHARACTERS_PER_TOKEN = 4;
const FRAME_TOKENS = 8;

/** Estimate for turns that can never be shown: gives the report a size without tokenizing a history of any length. */
function estimateTokens(turn: PastTurn): number {
  let characters = turn.user.text.length + (turn.assistant?.answer.length ?? 0);
  for (const file of turn.user.files) characters += file.text?.length ?? 0;
  const calls = turn.assistant?.steps.reduce((sum, step) => sum + step.calls.length, 0) ?? 0;
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + FRAME_TOKENS * (2 + 4 * calls);
}
