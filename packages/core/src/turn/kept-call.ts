import { defaultDescriptorSettings } from '../descriptors/descriptor-settings.js';
import { pageEnd } from '../descriptors/page-end.js';
import type { ToolCallRecord } from '../messages/chat-message.js';

/**
 * A finished call as it is sent and stored. A long result has a handle by now, under which all of it can be read: here
 * its beginning is enough. Otherwise every copy of the turn (packets, view, message) would hold megabytes again.
 */
export function keptCall(record: ToolCallRecord): ToolCallRecord {
  const { outcome, descriptor } = record;
  const size = defaultDescriptorSettings.toolResultCharacters;
  if (!outcome || descriptor === undefined || outcome.text.length <= size) return record;
  const beginning = outcome.text.slice(0, pageEnd({ content: outcome.text, start: 0, size }));
  const note = `[The first ${beginning.length} of ${outcome.text.length} characters; ${descriptor} has all of them.]`;
  return { ...record, outcome: { ...outcome, text: `${beginning}\n${note}` } };
}
