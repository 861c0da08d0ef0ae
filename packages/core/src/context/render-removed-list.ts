import type { PastTurn } from '../messages/chat-message.js';
import { handleRanges } from './handle-ranges.js';
import { addHandlesOfTurn } from './handles-of-turn.js';
import type { HistoryIndex } from './history-index.js';
import { removedListPrompt } from './prompts/prompts.generated.js';
import { wellFormed } from './well-formed.js';

/** Files named one by one; more are covered by the handles of their turns. */
const MOST_FILES = 12;
const LONGEST_NAME = 80;
/** Results of this turn, and other things, named one by one; the message has to stay short. */
const MOST_THINGS = 8;

export interface PagedOutThing {
  /** In a few words, e.g. `search_content: 4 passages`. */
  what: string;
  descriptor: string | null;
}

/** CTX-12: what fitting removed, in one short message. Empty when nothing was. Turns of a summary are not in it. */
export function renderRemovedList(options: {
  history: HistoryIndex;
  /** First turn that is not covered by a summary in the context. */
  from: number;
  dropped: number;
  pagedOut: readonly PagedOutThing[];
  descriptorsEnabled: boolean;
}): string {
  const { history, from, dropped, pagedOut, descriptorsEnabled } = options;
  const lines: string[] = [];
  if (dropped > from) {
    const key = `${from}-${dropped}-${descriptorsEnabled}`;
    let known = history.removedLists.get(key);
    if (known === undefined) {
      known = historyLines(history.turns, { from, dropped, descriptorsEnabled }).join('\n');
      history.removedLists.set(key, known);
    }
    lines.push(known);
  }
  const older = pagedOut.slice(0, -MOST_THINGS);
  if (older.length > 0) {
    const handles = older.flatMap((thing) => thing.descriptor ?? []);
    const ranges = descriptorsEnabled && handles.length > 0 ? `: ${handleRanges(handles)}` : '';
    lines.push(
      `- parts of ${older.length === 1 ? '1 earlier result' : `${older.length} earlier results`} of this turn${ranges}`,
    );
  }
  for (const thing of pagedOut.slice(-MOST_THINGS)) {
    lines.push(`- ${thing.what}${descriptorsEnabled && thing.descriptor ? `: ${thing.descriptor}` : ''}`);
  }
  if (lines.length === 0) return '';
  return wellFormed([removedListPrompt, ...lines].join('\n'));
}

function historyLines(
  turns: readonly PastTurn[],
  options: { from: number; dropped: number; descriptorsEnabled: boolean },
): string[] {
  const { from, dropped, descriptorsEnabled } = options;
  const handles: string[] = [];
  const files: string[] = [];
  for (let index = from; index < dropped; index += 1) {
    const turn = turns[index] as PastTurn;
    addHandlesOfTurn(handles, turn);
    for (const file of turn.user.files) {
      const handle = descriptorsEnabled && file.descriptor ? `: ${file.descriptor}` : '';
      files.push(`- file "${file.name.slice(0, LONGEST_NAME)}"${handle}`);
    }
  }
  const count = dropped - from;
  const ranges = descriptorsEnabled && handles.length > 0 ? `: ${handleRanges(handles)}` : '';
  const lines = [`- the oldest ${count === 1 ? 'turn' : `${count} turns`} of this conversation${ranges}`];
  lines.push(...files.slice(-MOST_FILES));
  if (files.length > MOST_FILES)
    lines.push(`- ${files.length - MOST_FILES} older files, under the handles above`);
  return lines;
}
