import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.js';

const mail = (subject: string, text: string) =>
  `From ann@example.org Sat Mar 14 09:26:53 2026\nFrom: ann@example.org\nTo: bob@example.org\nSubject: ${subject}\nDate: Sat, 14 Mar 2026 09:26:53 +0000\n\n${text}\n\n`;
const read = (text: string, name = 'inbox.mbox') => parseDocument({ bytes: strToU8(text), name });

describe('KB-1 mailboxes', () => {
  it('reads each message under its subject', async () => {
    const document = await read(
      mail('Berths', 'From now on the north quay is closed.\n\n>From the pilot: it stays so.') +
        mail('=?utf-8?q?Geb=C3=BChr?=', 'Die Gebühr beträgt 12 €.'),
    );
    expect(document).toMatchObject({
      title: 'inbox',
      mediaType: 'application/mbox',
      metadata: { messages: 2 },
    });
    expect(document.blocks.filter(({ kind }) => kind === 'heading').map(({ label }) => label)).toEqual([
      'Berths',
      'Gebühr',
    ]);
    expect(document.text).toContain('From now on the north quay is closed.\n\nFrom the pilot');
  });

  it('goes on after a broken message, and knows a mailbox without its extension', async () => {
    const document = await read(
      `${mail('Berths', 'Closed.')}From ann@example.org Sat Mar 14 09:26:53 2026\n\n\n${mail('Tides', 'High at noon.')}`,
      'Archive',
    );
    expect(document.mediaType).toBe('application/mbox');
    expect(document.text).toContain('High at noon.');
    expect(document.metadata).toMatchObject({ messages: 3, messagesNotRead: 1 });
  });

  it('reads the others when one message has bytes that no text has', async () => {
    const document = await read(mail('Berths', 'Closed.\0\0\u0001') + mail('Tides', 'High at noon.'));
    expect(document.mediaType).toBe('application/mbox');
    expect(document.text).toContain('High at noon.');
    expect(document.text).not.toContain('\0');
  });

  it('takes prose that begins with the word for prose', async () => {
    expect((await read('From here to there\nand: back', 'a.txt')).mediaType).toBe('text/plain');
  });
});
