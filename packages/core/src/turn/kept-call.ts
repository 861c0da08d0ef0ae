import { pageEnd } from '../descriptors/page-end.js';
import type { ToolCallRecord } from '../messages/chat-message.js';

/** Characters of a result that are sent and stored with the turn. */
const KEPT_CHARACTERS = 8_000;

/**
 * A finished call as sent and stored. A long result has a handle for its whole text by now, so its beginning is enough.
 * Otherwise every copy of the turn (packets, view, message) would hold megabytes.
 */
export function keptCall(record: ToolCallRecord): ToolCallRecord {
  const { outcome, descriptor } = record;
  const size = KEPT_CHARACTERS;
  if (!outcome || descriptor === undefined || outcome.text.length <= size) return record;
  const beginning = outcome.text.slice(0, pageEnd({ content: outcome.text, start: 0, size }));
  const note = `[The first ${beginning.length} of ${outcome.text.length} characters; ${descriptor} has all of them.]`;
  return { ...record, outcome: { ...outcome, text: `${beginning}\n${note}` } };
}
