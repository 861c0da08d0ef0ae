import type { PastTurn } from '../messages/chat-message.js';
import { handleRanges } from './handle-ranges.js';
import { addHandlesOfTurn } from './handles-of-turn.js';
import type { HistoryIndex } from './history-index.js';
import { removedListPrompt, removedWithoutHandlesPrompt } from './prompts/prompts.generated.js';
import { wellFormed } from './well-formed.js';

/** How many files are named one by one; further files are covered by the handles of their turns. */
const MOST_FILES = 12;
const LONGEST_NAME = 80;
/** How many results of this turn and other things are named one by one; the message has to stay short. */
const MOST_THINGS = 8;

export interface PagedOutThing {
  /** In a few words, e.g. `search_content: 4 passages`. */
  what: string;
  /** Null: it was not stored. */
  descriptor: string | null;
}

/** Share of the window for naming dropped turns. It is reserved while a turn has results, whatever the history. */
const HISTORY_SHARE = 1 / 16;
const MOST_HISTORY_TOKENS = 400;
const FEW_RANGES = 4;
/** Tokens of the line above the list and of the message frame. */
const INTRO_TOKENS = 32;

export function historyListTokens(window: number): number {
  return Math.min(MOST_HISTORY_TOKENS, Math.ceil(window * HISTORY_SHARE));
}

/**
 * CTX-12: what fitting removed, in one short message. Empty if nothing was removed. Summarised turns are not listed.
 */
export function renderRemovedList(options: {
  history: HistoryIndex;
  /** First turn that no summary in the context covers. */
  from: number;
  dropped: number;
  pagedOut: readonly PagedOutThing[];
  descriptorsEnabled: boolean;
  /** Name handles only, to take as little room as possible. */
  brief: boolean;
  window: number;
  count: (text: string) => number;
}): string {
  const { history, from, dropped, pagedOut, descriptorsEnabled, brief } = options;
  const lines: string[] = [];
  if (dropped > from) {
    const key = `${from}-${dropped}-${descriptorsEnabled}-${brief}`;
    let known = history.removedLists.get(key);
    if (known === undefined) {
      const lines = (short: boolean) =>
        historyLines(history.turns, { from, dropped, descriptorsEnabled, brief: short }).join('\n');
      known = lines(brief);
      if (!brief && options.count(known) > historyListTokens(options.window) - INTRO_TOKENS)
        known = lines(true);
      history.removedLists.set(key, known);
    }
    lines.push(known);
  }
  const named = brief ? 0 : MOST_THINGS;
  const older = pagedOut.slice(0, pagedOut.length - named);
  if (older.length > 0) {
    const handles = older.flatMap((thing) => thing.descriptor ?? []);
    const ranges = descriptorsEnabled && handles.length > 0 ? `: ${handleRanges(handles)}` : '';
    lines.push(
      `- parts of ${older.length === 1 ? '1 thing' : `${older.length} things`} of this turn${ranges}`,
    );
  }
  for (const thing of brief ? [] : pagedOut.slice(-MOST_THINGS)) {
    const where = thing.descriptor === null ? ' (not kept)' : `: ${thing.descriptor}`;
    lines.push(`- ${thing.what}${descriptorsEnabled ? where : ''}`);
  }
  if (lines.length === 0) return '';
  return wellFormed(
    [descriptorsEnabled ? removedListPrompt : removedWithoutHandlesPrompt, ...lines].join('\n'),
  );
}

function historyLines(
  turns: readonly PastTurn[],
  options: { from: number; dropped: number; descriptorsEnabled: boolean; brief: boolean },
): string[] {
  const { from, dropped, descriptorsEnabled } = options;
  const handles: string[] = [];
  const files: string[] = [];
  let lost = 0;
  for (let index = from; index < dropped; index += 1) {
    const turn = turns[index] as PastTurn;
    if (!turn.assistant?.descriptor && !turn.user.descriptor) lost += 1;
    addHandlesOfTurn(handles, turn);
    for (const file of turn.user.files) {
      const handle = descriptorsEnabled && file.descriptor ? `: ${file.descriptor}` : '';
      files.push(`- file "${file.name.slice(0, LONGEST_NAME)}"${handle}`);
    }
  }
  const count = dropped - from;
  const ranges =
    descriptorsEnabled && handles.length > 0
      ? `: ${handleRanges(handles, options.brief ? FEW_RANGES : undefined)}`
      : '';
  const kept = descriptorsEnabled && lost > 0 ? ` (${lost} of them not kept)` : '';
  const lines = [
    `- the oldest ${count === 1 ? 'turn' : `${count} turns`} of this conversation${ranges}${kept}`,
  ];
  const most = options.brief ? 0 : MOST_FILES;
  lines.push(...files.slice(files.length - Math.min(most, files.length)));
  const where = descriptorsEnabled ? ', under the handles above' : '';
  if (files.length > most) lines.push(`- ${files.length - most} older files${where}`);
  return lines;
}
