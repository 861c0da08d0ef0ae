import type { ConnectorItem } from '../connector.js';
import { safeName } from '../safe-name.js';

/** Remembered facts of a message, to avoid requesting them again. */
export interface MessageFacts {
  subject: string;
  from: string;
  date: string | null;
  size: number;
}

/** A message never changes under its UID, so its size is enough as a revision. */
export function messageItem(options: { id: string; folder: string; facts: MessageFacts }): ConnectorItem {
  const { id, folder, facts } = options;
  const name = `${safeName(facts.subject.slice(0, 120), 'Message without a subject')}.eml`;
  return {
    id,
    revision: String(facts.size),
    name,
    path: `${folder}/${name}`,
    mediaType: 'message/rfc822',
    size: facts.size,
    ...(facts.date === null ? {} : { date: facts.date }),
    metadata: { folder, ...(facts.from === '' ? {} : { from: facts.from }) },
    memo: JSON.stringify(facts),
  };
}
