import {
  copyFile,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ConnectorNetwork } from '../connectors/connector.js';
import { guardedNetwork } from '../connectors/guarded-network.js';
import { setTimeout as pause } from 'node:timers/promises';
import { downloadFile } from './download-file.js';
import type { WantedFile } from './download-file.js';
import { hubFiles } from './hub-files.js';
import type { LocalModel } from './local-model.js';
import { readModelCard } from './model-card.js';
import { MANIFEST } from './model-manifest.js';
import type { ModelManifest } from './model-manifest.js';
import { isModelName, modelFolderName, splitModelName } from './model-name.js';
import { ModelNotFetched, UnusableModel } from './model-errors.js';
import { BASE_FOLDER, readModelFolder } from './read-model-folder.js';
import { weightsData, weightsFile } from './weights-file.js';

const DEFAULT_HUB = 'https://huggingface.co';
const NEEDED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
/** Files that say how to use the model. A conversion often leaves them with the model it was made from. */
const HELPFUL = [
  'modules.json',
  '1_Pooling/config.json',
  'sentence_bert_config.json',
  'config_sentence_transformers.json',
  'README.md',
];
/** How often a process that fetches renews its lock. After three times this, it counts as dead. */
const LOCK_MILLISECONDS = 5_000;
/** How often the lock's folder may vanish before this counts as a disk fault. */
const MOST_GONE = 100;

/** The progress of a download. */
export interface FetchProgress {
  bytes: number;
  totalBytes: number;
  file: string;
}

/** Which model to fetch, and where to put it. */
export interface FetchModelOptions {
  /** `owner/name`, optionally with `@revision` and `#onnx/file.onnx`. */
  name: string;
  /** The folder of all fetched models. */
  folder: string;
  /** Address of the hub. Default: Hugging Face. */
  hub?: string | undefined;
  /** For models with restricted access. */
  key?: string | undefined;
  /** Hosts on a private network, besides the hub's own, that the hub may redirect to. */
  privateHosts?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: FetchProgress) => void) | undefined;
}

/**
 * MOD-5: fetches a search model by name from a model hub, once. Every file is checked by its hash. Interrupted
 * downloads resume. The model appears complete or not at all.
 */
export async function fetchModel(options: FetchModelOptions): Promise<LocalModel> {
  if (!isModelName(options.name))
    throw new UnusableModel(`"${options.name}" is not the name of a model. Names look like owner/name.`);
  const target = join(options.folder, modelFolderName(options.name));
  const there = async () => (await stat(join(target, MANIFEST)).catch(() => null)) !== null;
  if (!(await there())) {
    const partial = join(options.folder, '.partial', modelFolderName(options.name));
    const unlock = await lock(`${partial}.lock`, options.signal);
    try {
      if (!(await there())) await fetchInto({ ...options, partial, target });
    } finally {
      await unlock();
    }
  }
  return readModelFolder({ folder: target });
}

async function fetchInto(options: FetchModelOptions & { partial: string; target: string }): Promise<void> {
  const { partial, target, signal, key } = options;
  await mkdir(partial, { recursive: true });
  const hub = (options.hub ?? DEFAULT_HUB).replace(/\/+$/u, '');
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const network = guardedNetwork({
    hosts: null,
    privateHosts: [new URL(hub).host, ...(options.privateHosts ?? [])],
    signal: signal ?? new AbortController().signal,
  });
  const { repository, revision, weights: asked } = splitModelName(options.name);
  const listed = await hubFiles({ hub, repository, revision, headers, network, signal });
  const paths = [...listed.files.keys()];
  const weights = weightsFile(paths, asked);
  const missing = NEEDED.filter((path) => !paths.includes(path));
  if (!weights || missing.length > 0)
    throw new UnusableModel(
      `${repository} has no ${[...(weights ? [] : [asked ?? 'ONNX weights that Ibid can choose from']), ...missing].join(', no ')}. ` +
        (weights
          ? 'Choose a complete version of the model.'
          : 'Choose a version of the model that was made for ONNX.'),
    );
  const wanted = new Map<string, WantedFile>();
  for (const path of [...HELPFUL, ...NEEDED, weights, ...weightsData(paths, weights)]) {
    const file = listed.files.get(path);
    if (file) wanted.set(path, file);
  }
  // Named by content, so a part of another version is never resumed.
  const placeOf = (file: WantedFile) => join(partial, file.hash.replace(':', '-'));
  let done = 0;
  let totalBytes = sum(wanted);
  await requireRoom(partial, totalBytes, placeOf, wanted);
  const bring = async (files: ReadonlyMap<string, WantedFile>) => {
    for (const [path, file] of files) {
      await downloadFile({
        file,
        path: placeOf(file),
        headers,
        network,
        signal,
        onProgress: (bytes) => options.onProgress?.({ bytes: done + bytes, totalBytes, file: path }),
      });
      done += file.bytes;
    }
  };
  const card = wanted.get('README.md');
  const first = new Map(card ? [['README.md', card]] : []);
  await bring(first);
  const base = card ? readModelCard(await readFile(placeOf(card), 'utf8')).baseModel : null;
  if (base && isModelName(base) && base !== repository) {
    const lent = await filesOfBase({ hub, repository: base, headers, network, signal, has: wanted });
    for (const [path, file] of lent) wanted.set(path, file);
    totalBytes = sum(wanted);
  }
  await bring(new Map([...wanted].filter(([path]) => !first.has(path))));

  const ready = join(partial, 'ready');
  await rm(ready, { recursive: true, force: true });
  const manifest: ModelManifest = {
    name: options.name,
    hub,
    revision: listed.revision,
    weights,
    bytes: totalBytes,
    files: Object.fromEntries([...wanted].map(([path, { bytes, hash }]) => [path, { bytes, hash }])),
  };
  for (const [path, file] of wanted) {
    await mkdir(dirname(join(ready, path)), { recursive: true });
    // Linked or copied, not moved: partial downloads stay until the model is complete.
    await link(placeOf(file), join(ready, path)).catch(() => copyFile(placeOf(file), join(ready, path)));
  }
  await writeFile(join(ready, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  // A target without a manifest was never complete.
  await rm(target, { recursive: true, force: true });
  await rename(ready, target);
  await rm(partial, { recursive: true, force: true });
}

/**
 * Files that a converted model leaves to the one it was made from. If that is gone or closed, the family's defaults
 * must do.
 */
async function filesOfBase(options: {
  hub: string;
  repository: string;
  headers: Record<string, string>;
  network: ConnectorNetwork;
  signal: AbortSignal | undefined;
  has: ReadonlyMap<string, WantedFile>;
}): Promise<[string, WantedFile][]> {
  const listed = await hubFiles({ ...options, revision: 'main' }).catch((error: unknown) => {
    if (error instanceof ModelNotFetched && !error.canRetry) return null;
    throw error;
  });
  const lent = HELPFUL.filter((path) => path === 'README.md' || !options.has.has(path));
  return lent.flatMap((path): [string, WantedFile][] => {
    const file = listed?.files.get(path);
    return file ? [[`${BASE_FOLDER}/${path}`, file]] : [];
  });
}

function sum(files: ReadonlyMap<string, WantedFile>): number {
  return [...files.values()].reduce((total, { bytes }) => total + bytes, 0);
}

async function requireRoom(
  folder: string,
  totalBytes: number,
  placeOf: (file: WantedFile) => string,
  wanted: ReadonlyMap<string, WantedFile>,
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  let here = 0;
  for (const file of wanted.values()) here += (await stat(placeOf(file)).catch(() => null))?.size ?? 0;
  const needed = totalBytes - here;
  if (bavail * bsize >= needed) return;
  throw new ModelNotFetched(
    `The disk has ${Math.floor((bavail * bsize) / 1e6)} MB left, and the model needs ${Math.ceil(needed / 1e6)} MB. Make room, and try again.`,
    { canRetry: true },
  );
}

/** One process at a time: two writing to the same partial file would spoil it. */
async function lock(path: string, signal: AbortSignal | undefined): Promise<() => Promise<void>> {
  for (let gone = 0; ;) {
    signal?.throwIfAborted();
    try {
      await mkdir(dirname(path), { recursive: true });
      await mkdir(path);
      break;
    } catch (error) {
      // The parent folder is removed when the last process is done, possibly while this one creates its lock.
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') gone += 1;
      if ((code !== 'EEXIST' && code !== 'ENOENT') || gone > MOST_GONE) throw error;
    }
    const held = await stat(path).catch(() => null);
    if (held && Date.now() - held.mtimeMs > 3 * LOCK_MILLISECONDS)
      await rm(path, { recursive: true, force: true });
    else await pause(200, null, signal ? { signal } : {});
  }
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, LOCK_MILLISECONDS).unref();
  return async () => {
    clearInterval(timer);
    await rm(path, { recursive: true, force: true });
    // Succeeds only if it is empty: another process may have its lock there by now.
    await rmdir(dirname(path)).catch(() => {});
  };
}
