import { z } from 'zod';
import { mostItems } from '../common-settings.js';
import { askServer, bodyOf, readUpTo } from '../ask-server.js';
import { ConnectorError } from '../connector-error.js';
import { defineConnector, type Connector, type ConnectorTools } from '../connector.js';
import { LeftOutKinds } from '../left-out-kinds.js';
import { safeName } from '../safe-name.js';
import { whileReading } from '../while-reading.js';
import { xmlRecords } from '../xml-records.js';
import { encodeStrictly, signRequest } from './sign-request.js';

const SERVER = 'storage';
/** Each page has a thousand keys. Even a list of skipped keys must end. */
const MOST_PAGES = 5_000;

const settingsSchema = z.object({
  endpoint: z
    .url({ protocol: /^https?$/u })
    .max(500)
    .meta({ title: 'Address', description: 'For example https://s3.eu-central-1.amazonaws.com' }),
  region: z.string().min(1).max(100).default('us-east-1').meta({ title: 'Region' }),
  bucket: z.string().min(1).max(255).meta({ title: 'Bucket' }),
  prefix: z
    .string()
    .max(1024)
    .default('')
    .meta({ title: 'Only keys that begin with', description: 'For example handbooks/' }),
  accessKeyId: z
    .string()
    .max(200)
    .default('')
    .meta({ title: 'Access key', description: 'Leave empty for a public bucket.' }),
  secretAccessKey: z.string().max(500).default('').meta({ title: 'Secret key' }),
  pathStyle: z
    .boolean()
    .default(true)
    .meta({ title: 'Bucket in the path', description: 'Switch off if the bucket is part of the host name.' }),
  maxItems: mostItems({ title: 'At most this many objects' }),
});
type S3Settings = z.infer<typeof settingsSchema>;

export const s3Connector = defineConnector<S3Settings>({
  kind: 's3',
  label: 'S3 storage',
  description: 'The objects of a bucket in Amazon S3, MinIO, Ceph or other S3-compatible storage.',
  settings: settingsSchema,
  secrets: ['secretAccessKey'],
  open: async (settings, tools) => openBucket(settings, tools),
});

function openBucket(settings: S3Settings, tools: ConnectorTools): Connector {
  const get = (url: URL, signal: AbortSignal) => {
    const { accessKeyId, secretAccessKey, region } = settings;
    const headers =
      accessKeyId === ''
        ? {}
        : signRequest({ url, region, credentials: { accessKeyId, secretAccessKey }, now: new Date() });
    return askServer({ network: tools.network, url, headers, server: SERVER, signal });
  };
  return {
    async *list({ signal }) {
      const leftOut = new LeftOutKinds();
      let named = 0;
      let token: string | null = null;
      const tokens = new Set<string>();
      do {
        const url = addressOf(settings, '');
        url.searchParams.set('list-type', '2');
        url.searchParams.set('encoding-type', 'url');
        url.searchParams.set('max-keys', '1000');
        if (settings.prefix !== '') url.searchParams.set('prefix', settings.prefix);
        if (token !== null) url.searchParams.set('continuation-token', token);
        const page = await readPage(await get(url, signal), url, settings);
        for (const { key, ...object } of page.objects) {
          if (key.endsWith('/')) continue; // Marks a folder in storage that has none.
          if (!isAddressable(key)) {
            yield {
              type: 'note',
              text: `Left out: an object whose key cannot be part of an address (${safeName(key)}).`,
            };
            continue;
          }
          if (leftOut.skips(key)) continue;
          if (named++ >= settings.maxItems) {
            yield {
              type: 'note',
              text: `Only the first ${settings.maxItems} objects were read; there are more.`,
            };
            return { cursor: null, complete: false };
          }
          yield {
            type: 'item',
            item: { id: key, name: safeName(key.split('/').at(-1) ?? ''), path: key, ...object },
          };
        }
        token = page.next;
        if (token !== null && (tokens.has(token) || tokens.size >= MOST_PAGES))
          throw new ConnectorError('away', 'The storage keeps repeating its list. Nothing was deleted here.');
        if (token !== null) tokens.add(token);
      } while (token !== null);
      yield* leftOut.notes();
      return { cursor: null, complete: true };
    },
    async read(item, { signal, maxBytes }) {
      const url = addressOf(settings, item.id);
      const answer = await whileReading(get(url, signal));
      if (!answer.ok) throw await explain(answer, url, settings, item.name);
      const mediaType = answer.headers.get('content-type');
      const bytes = await readUpTo(answer, {
        maxBytes,
        tooLarge: () => new ConnectorError('too-large', `${item.name} is larger than ${maxBytes} bytes.`),
        cutOff: () => new ConnectorError('away', `The transfer of ${item.name} was interrupted.`),
      });
      return { bytes, ...(mediaType === null ? {} : { mediaType }) };
    },
  };
}

/** In a URL, a segment `.` or `..` in a key would mean another key. */
function isAddressable(key: string): boolean {
  return !key.split('/').some((part) => part === '.' || part === '..');
}

function addressOf({ endpoint, bucket, pathStyle }: S3Settings, key: string): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const base = url.pathname.replace(/\/$/u, '') + (pathStyle ? `/${encodeStrictly(bucket)}` : '');
  url.pathname = `${base}/${key.split('/').map(encodeStrictly).join('/')}`;
  if (key === '' && pathStyle) url.pathname = base;
  url.search = '';
  url.hash = '';
  return url;
}

interface S3Object {
  key: string;
  revision: string;
  size?: number;
  date?: string;
}

async function readPage(
  answer: Response,
  url: URL,
  settings: S3Settings,
): Promise<{ objects: S3Object[]; next: string | null }> {
  if (!answer.ok) throw await explain(answer, url, settings, null);
  const cutOff = () =>
    new ConnectorError('away', `The storage at ${url.host} stopped before its answer was complete.`);
  const names = ['Contents', 'NextContinuationToken', 'IsTruncated', 'EncodingType'];
  const raw: S3Object[] = [];
  const facts = new Map<string, string>();
  for await (const { name, texts } of xmlRecords({ body: bodyOf(answer, cutOff), names, server: SERVER })) {
    if (name !== 'Contents') facts.set(name, texts.get('') ?? '');
    else if (raw.length < 10_000) raw.push(objectOf(texts));
  }
  const isEncoded = facts.get('EncodingType') === 'url';
  const objects = raw.map((object) => (isEncoded ? { ...object, key: decodeKey(object.key) } : object));
  const next = facts.get('IsTruncated') === 'true' ? (facts.get('NextContinuationToken') ?? '') : '';
  return { objects: objects.filter(({ key }) => key !== ''), next: next === '' ? null : next };
}

function objectOf(texts: Map<string, string>): S3Object {
  const modified = texts.get('LastModified') ?? '';
  const size = Number(texts.get('Size') ?? Number.NaN);
  return {
    key: texts.get('Key') ?? '',
    revision: texts.get('ETag')?.replaceAll('"', '') || `${modified} ${size}`,
    ...(Number.isSafeInteger(size) ? { size } : {}),
    ...(Number.isNaN(Date.parse(modified)) ? {} : { date: new Date(modified).toISOString() }),
  };
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', '%20'));
  } catch {
    return key;
  }
}

/** Explains the storage's error code. The storage's own text may repeat what we sent, so it is not shown. */
async function explain(
  answer: Response,
  url: URL,
  settings: S3Settings,
  name: string | null,
): Promise<ConnectorError> {
  const body = bodyOf(answer, () => new ConnectorError('away', ''));
  let code = '';
  try {
    for await (const record of xmlRecords({
      body,
      names: ['Code'],
      server: SERVER,
      limits: { maxBytes: 65_536 },
    }))
      code = record.texts.get('') ?? '';
  } catch {
    // If the body cannot be read, the status explains the error.
  }
  // The access key is refused, not the object. While an object is read, this must not count as its deletion.
  const refused = name === null ? 'refused' : 'away';
  switch (code) {
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return new ConnectorError(
        refused,
        `The storage at ${url.host} does not accept the access key and secret key. Enter them again.`,
      );
    case 'RequestTimeTooSkewed':
      return new ConnectorError(
        refused,
        `The storage at ${url.host} says that this machine's clock is wrong. Set the clock.`,
      );
    case 'NoSuchBucket':
      return new ConnectorError(
        'settings',
        `The storage at ${url.host} has no bucket ${settings.bucket}. Check its name and the region.`,
      );
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return new ConnectorError(
        'settings',
        `The bucket ${settings.bucket} is in another region than ${settings.region}. Enter its region and the address of that region.`,
      );
    case 'NoSuchKey':
      return new ConnectorError('gone', `${name} is no longer in the bucket.`);
    case 'InvalidObjectState':
      return new ConnectorError(
        'unreadable',
        `${name} is in an archive storage class. Restore it there first; Ibid can then read it.`,
      );
  }
  if (answer.status === 401 || answer.status === 403) {
    return new ConnectorError(
      'refused',
      name === null
        ? `The storage at ${url.host} does not let this key list ${settings.bucket}. The key needs permission to list the bucket and read its objects.`
        : `The storage does not let this key read ${name}.`,
    );
  }
  if (answer.status === 404 && name !== null)
    return new ConnectorError('gone', `${name} is no longer in the bucket.`);
  if (answer.status >= 300 && answer.status < 500)
    return new ConnectorError(
      'settings',
      `The storage at ${url.host} answered ${answer.status}. Check the address, the bucket and the region.`,
    );
  return new ConnectorError(
    'away',
    `The storage at ${url.host} answered ${answer.status}. Ibid tries again later.`,
  );
}
