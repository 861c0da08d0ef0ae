import { ConnectorError } from '../connector-error.js';
import { defineConnector, type Connector, type ConnectorTools, type ListOptions } from '../connector.js';
import { whileReading } from '../while-reading.js';
import { imapSettings, type ImapSettings } from './imap-settings.js';
import { Mailbox } from './mailbox.js';
import { messageItem, type MessageFacts } from './message-item.js';

/** How many messages are requested at once, which keeps each answer small. */
const BATCH = 200;

export const imapConnector = defineConnector<ImapSettings>({
  kind: 'imap',
  label: 'Mailbox (IMAP)',
  description: 'Messages in the mailbox folders you choose, with their attachments.',
  settings: imapSettings,
  secrets: ['password'],
  open: async (settings, tools) => openMailbox(settings, tools),
});

async function openMailbox(settings: ImapSettings, tools: ConnectorTools): Promise<Connector> {
  const mailbox = new Mailbox(settings, tools);
  return {
    async *list({ known, signal }) {
      let room = settings.maxItems;
      let isWhole = true;
      const { present, missing } = await mailbox.findFolders(settings.folders);
      // The folder was named in the settings, so its absence may be a mistake. Report it; its messages are removed.
      for (const folder of missing)
        yield {
          type: 'note',
          text: `The mailbox has no folder ${folder} any more. Its messages are removed here.`,
        };
      for (const folder of present) {
        const validity = await mailbox.openFolder(folder);
        const all = await mailbox.listUids(settings.since ?? null);
        const uids = all.slice(Math.max(0, all.length - room));
        if (uids.length < all.length) {
          isWhole = false;
          yield { type: 'note', text: `Only the newest ${uids.length} messages in ${folder} were read.` };
        }
        room -= uids.length;
        for (let start = 0; start < uids.length; start += BATCH) {
          signal.throwIfAborted();
          const batch = uids.slice(start, start + BATCH);
          const items = await describe({ mailbox, folder, validity, uids: batch, known });
          for (const item of items) yield { type: 'item', item };
        }
      }
      return { cursor: null, complete: isWhole };
    },
    async read(item, { maxBytes }) {
      const place = placeOf(item.id);
      const gone = () => new ConnectorError('gone', `${item.name} is no longer in the mailbox.`);
      const validity = await whileReading(mailbox.openFolder(place.folder));
      if (validity !== place.validity) throw gone();
      const message = await whileReading(mailbox.readMessage(place.uid, maxBytes));
      if (message === null) throw gone();
      if (message.length > maxBytes)
        throw new ConnectorError('too-large', `${item.name} is larger than ${maxBytes} bytes.`);
      if (message.length === 0)
        throw new ConnectorError('unreadable', `The server sent nothing for ${item.name}.`);
      return { bytes: message, mediaType: 'message/rfc822' };
    },
    close: () => mailbox.close(),
  };
}

/** Known messages are not requested again: for an unchanged mailbox, only the UIDs are transferred. */
async function describe(options: {
  mailbox: Mailbox;
  folder: string;
  validity: string;
  uids: readonly number[];
  known: ListOptions['known'];
}) {
  const { mailbox, folder, validity, uids, known } = options;
  const idOf = (uid: number) => `${validity}/${uid}/${folder}`;
  const facts = new Map<number, MessageFacts>();
  for (const uid of uids) {
    const memo = (await known(idOf(uid)))?.memo;
    if (memo) facts.set(uid, JSON.parse(memo) as MessageFacts);
  }
  const missing = uids.filter((uid) => !facts.has(uid));
  // A message deleted meanwhile is missing from the answer, and so from the list.
  if (missing.length > 0)
    for (const [uid, found] of await mailbox.describeMessages(missing)) facts.set(uid, found);
  return uids.flatMap((uid) => {
    const found = facts.get(uid);
    return found ? [messageItem({ id: idOf(uid), folder, facts: found })] : [];
  });
}

function placeOf(id: string): { validity: string; uid: number; folder: string } {
  const [validity = '', uid = '', ...folder] = id.split('/');
  return { validity, uid: Number(uid), folder: folder.join('/') };
}
