import { DocumentBuilder } from './document-builder.js';
import { isMboxSeparator } from './looks-like-mbox.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';
import { binaryToBytes, bytesToBinary } from './transfer-encoding.js';

const OF_THE_WHOLE = new Set(['too_large', 'unpacks_too_large']);

/** A mailbox: its messages in sequence, each under its subject. A broken message is named, and the rest is read. */
export async function parseMbox(input: ParseInput): Promise<ParsedDocument> {
  if (!input.readInner)
    throw new ParseError('unsupported', 'Mailboxes inside archives are not read. Unpack it first.');
  const builder = new DocumentBuilder(input.limits);
  let messages = 0;
  let broken = 0;
  for (const message of messagesOf(bytesToBinary(input.bytes))) {
    messages += 1;
    try {
      const document = await input.readInner({ bytes: binaryToBytes(message), name: 'Message.eml' });
      builder.heading(1, document.title);
      builder.embed(document, 1);
    } catch (error) {
      if (!(error instanceof ParseError) || OF_THE_WHOLE.has(error.code)) throw error;
      broken += 1;
      builder.paragraph(`Message ${messages} was not read: ${error.message}`);
    }
  }
  if (messages === broken) throw new ParseError('damaged', 'None of the messages in it can be read.');
  return builder.finish({
    title: titleFromName(input.name),
    mediaType: 'application/mbox',
    metadata: { messages, ...(broken > 0 ? { messagesNotRead: broken } : {}) },
  });
}

/** Lines that look like a separator were escaped with `>`, which is removed. */
function* messagesOf(binary: string): Generator<string> {
  let lines: string[] | null = null;
  let afterEmpty = true;
  for (const line of binary.split('\n')) {
    if (afterEmpty && isMboxSeparator(line)) {
      if (lines) yield lines.join('\n');
      lines = [];
    } else lines?.push(line.startsWith('>') ? line.replace(/^>(>*From )/u, '$1') : line);
    afterEmpty = line === '' || line === '\r';
  }
  if (lines) yield lines.join('\n');
}
