import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Running {
  url: string;
  close: () => Promise<void>;
}
interface Repository {
  git: (words: string[]) => string;
  folder: string;
  bare: string;
  write: (path: string, text: string) => Promise<void>;
  remove: (path: string) => Promise<void>;
  push: (message: string) => void;
  delete: () => void;
}
interface Dovecot {
  tls: number;
  certificate: string;
  deliver: (user: string, name: string, text: string) => void;
  discard: (user: string, name: string) => void;
  stop: () => Promise<void>;
  remove: () => Promise<void>;
}
export const PLACE_SECRET = 'tok-en-of-the-tests';
/** Test servers of the source kinds. They are not part of a package, so they are loaded from the compiler's output. */
const helper = async <T>(path: string): Promise<T> =>
  (await import(
    new URL(`../../../retrieval/dist/connectors/${path}.test-helper.js`, import.meta.url).href
  )) as T;

/**
 * Installs the tools of the servers first. On a fresh machine that takes so long that connections of a server in the
 * same process would time out.
 */
export async function installPlaces(): Promise<void> {
  const tools = new URL('../../../../scripts/tools.mjs', import.meta.url).href;
  ((await import(tools)) as { installTools: () => string }).installTools();
}

/** A server on loopback that a source of one kind can be synced with. */
export interface Place {
  kind: string;
  settings: Record<string, unknown>;
  /** Must be entered again for another host, and is never returned. */
  secret: string;
  put(name: string, text: string): Promise<unknown>;
  remove(name: string): Promise<unknown>;
  move?: (from: string, to: string) => Promise<unknown>;
  /** Stops answering. */
  close(): Promise<void>;
}

/**
 * One for each kind that needs a server, by kind; null if the machine lacks it. Clean-up functions are added to `ends`.
 */
export const sourcePlaces = (
  folder: string,
  ends: (() => unknown)[],
): Record<string, () => Promise<Place | null>> => ({
  git: async () => {
    const { createRepository, serveGit } = await helper<{
      createRepository: () => Repository;
      serveGit: (options: { root: string; token: string }) => Promise<Running>;
    }>('git/git-server');
    const repository = createRepository();
    const running = await serveGit({ root: join(repository.folder, 'served'), token: PLACE_SECRET });
    ends.push(
      () => running.close(),
      () => repository.delete(),
    );
    const push = async (change: Promise<void>) => {
      await change;
      repository.push('a change');
    };
    return {
      kind: 'git',
      secret: 'token',
      settings: { url: `${running.url}/repo.git`, token: PLACE_SECRET },
      put: (name, text) => push(repository.write(name, text)),
      remove: (name) => push(repository.remove(name)),
      move: async (from, to) => {
        repository.git(['mv', from, to]);
        repository.push('a move');
      },
      close: () => running.close(),
    };
  },
  imap: async () => {
    const { hasDovecot, startDovecot } = await helper<{
      hasDovecot: boolean;
      startDovecot: (password: string) => Promise<Dovecot>;
    }>('imap/dovecot');
    if (!hasDovecot) return null;
    const dovecot = await startDovecot(PLACE_SECRET);
    ends.push(() => dovecot.remove());
    const { tls: port, certificate } = dovecot;
    return {
      kind: 'imap',
      secret: 'password',
      settings: { host: '127.0.0.1', port, certificate, user: 'ada', password: PLACE_SECRET },
      put: async (name, text) =>
        dovecot.deliver('ada', name, `From: grace@example.org\r\nSubject: ${name}\r\n\r\n${text}\r\n`),
      remove: async (name) => dovecot.discard('ada', name),
      close: () => dovecot.stop(),
    };
  },
  webdav: async () => {
    const { serveWebDav } = await helper<{ serveWebDav: (options: object) => Promise<Running> }>(
      'webdav/webdav-server',
    );
    const shared = join(folder, 'shared-by-webdav');
    await mkdir(shared, { recursive: true });
    const running = await serveWebDav({ folder: shared, user: 'ada', password: PLACE_SECRET });
    ends.push(() => running.close());
    return {
      kind: 'webdav',
      secret: 'password',
      settings: { url: running.url, user: 'ada', password: PLACE_SECRET },
      put: (name, text) => writeFile(join(shared, name), text),
      remove: (name) => rm(join(shared, name)),
      move: (from, to) => rename(join(shared, from), join(shared, to)),
      close: () => running.close(),
    };
  },
  s3: async () => {
    const { serveS3 } = await helper<{
      serveS3: (options: object) => Promise<Running & { objects: Map<string, string> }>;
    }>('s3/s3-server');
    const running = await serveS3({ bucket: 'papers', keys: { KEY: PLACE_SECRET } });
    ends.push(() => running.close());
    return {
      kind: 's3',
      secret: 'secretAccessKey',
      settings: {
        endpoint: running.url,
        bucket: 'papers',
        accessKeyId: 'KEY',
        secretAccessKey: PLACE_SECRET,
      },
      put: async (name, text) => running.objects.set(name, text),
      remove: async (name) => running.objects.delete(name),
      move: async (from, to) => {
        running.objects.set(to, running.objects.get(from) ?? '');
        running.objects.delete(from);
      },
      close: () => running.close(),
    };
  },
});
