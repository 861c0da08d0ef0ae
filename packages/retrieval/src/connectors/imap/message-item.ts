import type { ConnectorItem } from '../connector.js';
import { safeName } from '../safe-name.js';

/** What is remembered of a message so that it need not be asked for again. */
export interface MessageFacts {
  subject: string;
  from: string;
  date: string | null;
  size: number;
}

/** A message never changes under its number, so its size is all the revision there is. */
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
