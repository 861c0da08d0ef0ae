import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectorNetwork } from '../connectors/connector.js';
import { ModelNotFetched } from './model-errors.js';

/** After this long without data, the request is repeated. */
const SILENCE_MILLISECONDS = 60_000;
const TRIES = 5;

export interface WantedFile {
  url: string;
  bytes: number;
  /** `sha256:…`, or `git:…` for Git's hash of a small file. */
  hash: string;
}

/** Downloads a file to `path`, or resumes an earlier download. If the hash does not match, the file is deleted. */
export async function downloadFile(options: {
  file: WantedFile;
  path: string;
  headers: Record<string, string>;
  network: Pick<ConnectorNetwork, 'fetch'>;
  signal?: AbortSignal | undefined;
  /** Bytes of this file so far. */
  onProgress: (bytes: number) => void;
}): Promise<void> {
  const { file, path, signal } = options;
  let failures = 0;
  for (let before = await sizeOf(path); ;) {
    signal?.throwIfAborted();
    let reason: unknown = null;
    try {
      if (before < file.bytes) await receive(options, before);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ModelNotFetched && !error.canRetry) throw error;
      reason = error;
    }
    const now = await sizeOf(path);
    options.onProgress(now);
    if (now === file.bytes && (await hasHash(path, file))) return;
    if (now >= file.bytes) {
      await unlink(path).catch(() => {});
      reason = new ModelNotFetched(
        `The size or checksum of ${file.url} does not match what the hub announced.`,
        {
          canRetry: true,
        },
      );
    }
    // While data still arrives, a bad connection only takes longer.
    failures = now > before && now < file.bytes ? 0 : failures + 1;
    if (failures >= TRIES)
      throw new ModelNotFetched(
        `${new URL(file.url).host} did not send ${file.url.split('/').at(-1)} whole. ${now < file.bytes ? 'What arrived is kept; try' : 'Try'} again later.`,
        { canRetry: true, cause: reason },
      );
    before = await sizeOf(path);
    await pause(Math.min(200 * 2 ** failures, 10_000), null, signal ? { signal } : {});
  }
}

async function receive(options: Parameters<typeof downloadFile>[0], from: number): Promise<void> {
  const { file, path, signal, onProgress } = options;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
  };
  try {
    const response = await options.network.fetch(file.url, {
      // Ranges must refer to the file itself, not to a compressed form.
      headers: {
        'accept-encoding': 'identity',
        ...options.headers,
        ...(from > 0 ? { range: `bytes=${from}-` } : {}),
      },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    if (!response.ok || !response.body) throw refused(response.status, file.url);
    // A hub without range support sends the whole file.
    const start = response.status === 206 ? from : 0;
    const handle = await open(path, start === 0 ? 'w' : 'a');
    let bytes = start;
    try {
      for await (const piece of response.body) {
        heard();
        await handle.write(piece);
        bytes += piece.length;
        onProgress(bytes);
        if (bytes > file.bytes) break;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Explains a hub's error status. */
export function refused(status: number, what: string): ModelNotFetched {
  const { host } = new URL(what);
  if (status === 401 || status === 403)
    return new ModelNotFetched(
      `${host} restricts access to this model, or the model does not exist. Accept its terms there and set IBID_MODEL_HUB_KEY, or check the name.`,
      { canRetry: false },
    );
  if (status === 404)
    return new ModelNotFetched(`${host} has no such model or file. Check the name.`, { canRetry: false });
  return new ModelNotFetched(`${host} answered with status ${status}.`, { canRetry: true });
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

async function hasHash(path: string, file: WantedFile): Promise<boolean> {
  const [kind, wanted] = file.hash.split(':');
  const hash = createHash(kind === 'git' ? 'sha1' : 'sha256');
  if (kind === 'git') hash.update(`blob ${file.bytes}\0`);
  if (file.bytes > 0) for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex') === wanted;
}
