import { ConnectorError } from '../connector-error.js';
import type { ConnectorItem } from '../connector.js';
import { xmlRecords } from '../xml-records.js';

/** One child of a folder. */
export interface FolderEntry {
  /** Percent-encoded and absolute. */
  path: string;
  isFolder: boolean;
  facts: Pick<ConnectorItem, 'revision' | 'size' | 'mediaType' | 'date'>;
}

/**
 * The children listed by a PROPFIND of depth 1. Only the path of an address counts, because servers behind a proxy
 * often name another host. Only direct children count: the folder itself and anything elsewhere are skipped.
 */
export async function* readFolder(options: {
  body: AsyncIterable<Uint8Array>;
  /** The folder's address; its path ends with a slash. */
  url: URL;
  server: string;
}): AsyncGenerator<FolderEntry> {
  const { body, url, server } = options;
  for await (const { texts } of xmlRecords({ body, names: ['response'], server })) {
    const path = childPath(texts.get('href')?.trim() ?? '', url);
    if (path === null || !isReadable(texts, server)) continue;
    const property = (name: string) => texts.get(`propstat/prop/${name}`)?.trim() ?? '';
    const isFolder = texts.has('propstat/prop/resourcetype/collection');
    const size = property('getcontentlength') === '' ? Number.NaN : Number(property('getcontentlength'));
    const modified = Date.parse(property('getlastmodified'));
    yield {
      path: isFolder ? `${path}/` : path,
      isFolder,
      facts: {
        revision: property('getetag') || `${property('getlastmodified')} ${size}`,
        ...(Number.isSafeInteger(size) ? { size } : {}),
        ...(Number.isNaN(modified) ? {} : { date: new Date(modified).toISOString() }),
        ...(property('getcontenttype') === '' ? {} : { mediaType: property('getcontenttype') }),
      },
    };
  }
}

/**
 * Whether the server describes this entry. Hidden entries count as absent; entries it cannot describe now may exist.
 */
function isReadable(texts: Map<string, string>, server: string): boolean {
  const told = `${texts.get('status') ?? ''} ${texts.get('propstat/status') ?? ''}`;
  const statuses = [...told.matchAll(/HTTP\/[\d.]+ +(\d{3})/gu)].map((match) => Number(match[1]));
  if (statuses.length === 0 || statuses.some((status) => status >= 200 && status < 300)) return true;
  if (statuses.every((status) => [401, 403, 404, 410].includes(status))) return false;
  throw new ConnectorError(
    'away',
    `The ${server} cannot list all of its files now (${statuses.join(', ')}).`,
  );
}

/** The path without a final slash, in one encoding whatever the server's. Null if it is not a direct child. */
function childPath(href: string, folder: URL): string | null {
  if (href === '' || !URL.canParse(href, folder.href)) return null;
  const url = new URL(href, folder);
  const name = segmentsOf(url.pathname);
  const parent = segmentsOf(folder.pathname);
  if (name === null || parent === null) return null;
  if (name.length !== parent.length + 1 || parent.some((part, index) => part !== name[index])) return null;
  const last = name.at(-1) ?? '';
  // An encoded slash or dot could lead to another file's path.
  if (last === '' || last === '.' || last === '..' || /[/\\\0]/u.test(last)) return null;
  return folder.pathname + encodeURIComponent(last);
}

function segmentsOf(path: string): string[] | null {
  try {
    return path.replace(/\/$/u, '').split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}
