import { z } from 'zod';
import { mostItems } from '../common-settings.js';
import { askServer, bodyOf, readUpTo, refusal } from '../ask-server.js';
import { ConnectorError } from '../connector-error.js';
import { defineConnector, type Connector, type ConnectorItem, type ConnectorTools } from '../connector.js';
import { LeftOutKinds } from '../left-out-kinds.js';
import { safeName } from '../safe-name.js';
import { whileReading } from '../while-reading.js';
import { readFolder } from './read-folder.js';

const SERVER = 'WebDAV server';
const MAX_DEPTH = 50;

const settingsSchema = z.object({
  url: z
    .url({ protocol: /^https?$/u })
    .max(2000)
    .meta({
      title: 'Address of the folder',
      description: 'For Nextcloud: https://cloud.example.org/remote.php/dav/files/NAME/Documents',
    }),
  user: z.string().max(300).default('').meta({ title: 'User name' }),
  password: z
    .string()
    .max(500)
    .default('')
    .meta({ title: 'Password', description: 'An app password if the account uses two-factor log-in.' }),
  maxItems: mostItems({ title: 'At most this many files' }),
});
type WebDavSettings = z.infer<typeof settingsSchema>;

export const webdavConnector = defineConnector<WebDavSettings>({
  kind: 'webdav',
  label: 'WebDAV folder',
  description: 'The files of a folder and its subfolders on Nextcloud, ownCloud or another WebDAV server.',
  settings: settingsSchema,
  secrets: ['password'],
  open: async (settings, tools) => openFolder(settings, tools),
});

function openFolder(settings: WebDavSettings, tools: ConnectorTools): Connector {
  const root = rootOf(settings);
  const ask = (path: string, method: string, signal: AbortSignal, body?: string) => {
    const url = new URL(path, root);
    const headers: Record<string, string> = {
      ...(settings.user === '' && settings.password === ''
        ? {}
        : {
            authorization: `Basic ${Buffer.from(`${settings.user}:${settings.password}`).toString('base64')}`,
          }),
      ...(body === undefined ? {} : { depth: '1', 'content-type': 'application/xml; charset=utf-8' }),
    };
    const request = { network: tools.network, url, method, headers, server: SERVER, signal };
    return askServer(body === undefined ? request : { ...request, body });
  };
  return {
    async *list({ signal }) {
      const waiting = [{ path: root.pathname, depth: 0 }];
      const seen = new Set([root.pathname]);
      const leftOut = new LeftOutKinds();
      let named = 0;
      for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
        const url = new URL(folder.path, root);
        const answer = await ask(folder.path, 'PROPFIND', signal, PROPERTIES);
        if (answer.status !== 207) {
          const why = await refusal(answer, url, SERVER);
          // A folder that is hidden or was deleted meanwhile is skipped. Only a missing root folder is an error.
          if (folder.depth === 0 || ![403, 404, 410].includes(answer.status)) throw why;
          yield {
            type: 'note',
            text: `Left out: the folder ${displayPath(folder.path, root)} (${answer.status}).`,
          };
          continue;
        }
        const cutOff = () =>
          new ConnectorError('away', `The ${SERVER} at ${root.host} stopped before its answer was complete.`);
        for await (const entry of readFolder({ body: bodyOf(answer, cutOff), url, server: SERVER })) {
          if (entry.isFolder) {
            if (seen.has(entry.path) || folder.depth >= MAX_DEPTH || seen.size > settings.maxItems) continue;
            seen.add(entry.path);
            waiting.push({ path: entry.path, depth: folder.depth + 1 });
            continue;
          }
          if (leftOut.skips(entry.path)) continue;
          if (named++ >= settings.maxItems) {
            yield {
              type: 'note',
              text: `Only the first ${settings.maxItems} files were read; there are more.`,
            };
            return { cursor: null, complete: false };
          }
          const path = displayPath(entry.path, root);
          const item: ConnectorItem = {
            id: path,
            name: safeName(path.split('/').at(-1) ?? ''),
            path,
            url: new URL(entry.path, root).href,
            ...entry.facts,
          };
          yield { type: 'item', item };
        }
      }
      yield* leftOut.notes();
      return { cursor: null, complete: true };
    },
    async read(item, { signal, maxBytes }) {
      const path = root.pathname + item.id.split('/').map(encodeURIComponent).join('/');
      const answer = await whileReading(ask(path, 'GET', signal));
      if (answer.status === 404 || answer.status === 410) {
        await answer.body?.cancel();
        throw new ConnectorError('gone', `${item.name} is no longer on the server.`);
      }
      if (answer.status === 403) {
        await answer.body?.cancel();
        throw new ConnectorError('refused', `The server does not let this user read ${item.name}.`);
      }
      if (!answer.ok) await whileReading(Promise.reject(await refusal(answer, root, SERVER)));
      const bytes = await readUpTo(answer, {
        maxBytes,
        tooLarge: () => new ConnectorError('too-large', `${item.name} is larger than ${maxBytes} bytes.`),
        cutOff: () => new ConnectorError('away', `The transfer of ${item.name} was interrupted.`),
      });
      return { bytes };
    },
  };
}

function rootOf({ url }: WebDavSettings): URL {
  const root = new URL(url);
  if (root.username !== '' || root.password !== '')
    throw new ConnectorError(
      'settings',
      'Enter user name and password in their own fields, not in the address.',
    );
  root.search = '';
  root.hash = '';
  if (!root.pathname.endsWith('/')) root.pathname += '/';
  return root;
}

function displayPath(path: string, root: URL): string {
  return decodeURIComponent(path.slice(root.pathname.length));
}

const PROPERTIES = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><resourcetype/><getetag/><getlastmodified/><getcontentlength/><getcontenttype/></prop></propfind>`;
