import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConnectorError } from '../connector-error.js';
import {
  defineConnector,
  type Connector,
  type ConnectorEvent,
  type ConnectorItem,
  type ConnectorTools,
  type ListOptions,
} from '../connector.js';
import { LeftOutKinds } from '../left-out-kinds.js';
import { safeName } from '../safe-name.js';
import { whileReading } from '../while-reading.js';
import { parseCommit } from './git-object.js';
import type { GitRepository } from './git-repository.js';
import { LocalRepository } from './local-repository.js';
import { pathFilter } from './path-filter.js';
import { RemoteRepository } from './remote-repository.js';
import { changedFiles, type TreeFile } from './tree-walk.js';
import { webAddress } from './web-address.js';

const settingsSchema = z.object({
  url: z.string().min(1).max(2000).meta({
    title: 'Address',
    description:
      'The https:// address you would give to git clone, or the path of a repository in a folder that Ibid may read.',
  }),
  branch: z
    .string()
    .max(250)
    .regex(/^$|^(?![/.-])(?!.*(?:\.\.|\/\/|@\{|\/\.))[^\s~^:?*[\\]+$/u, 'This is not the name of a branch.')
    .default('')
    .meta({ title: 'Branch', description: 'Leave empty for the main branch.' }),
  paths: z.array(z.string().min(1).max(500)).max(100).default([]).meta({
    title: 'Only these paths',
    description: 'For example docs/ or *.md, as in .gitignore. Empty: all.',
  }),
  user: z
    .string()
    .max(200)
    .default('')
    .meta({ title: 'User name', description: 'Only if the host requires one.' }),
  token: z
    .string()
    .max(1000)
    .default('')
    .meta({ title: 'Token', description: 'With the right to read the repository. Empty for a public one.' }),
  webUrl: z
    .string()
    .max(1000)
    .regex(/^$|^https?:\/\//u, 'This must begin with https://.')
    .default('')
    .meta({
      title: 'Address of a file in the browser',
      description:
        'Only for hosts that Ibid does not know, such as https://git.example.org/team/handbook/blob/{branch}/{path}',
    }),
  maxItems: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(200_000)
    .meta({ title: 'At most this many files' }),
});
type GitSettings = z.infer<typeof settingsSchema>;

/** How many files to look ahead, so the ones to read arrive in one request. */
const AHEAD = 64;
const MAX_TRANSFER = 2 * 2 ** 30;

export const gitConnector = defineConnector<GitSettings>({
  kind: 'git',
  label: 'Git repository',
  description: 'The latest files on a branch, read over https or from a folder on the server.',
  settings: settingsSchema,
  secrets: ['token'],
  open: async (settings, tools) => new GitSource(settings, await openRepository(settings, tools)),
});

async function openRepository(settings: GitSettings, tools: ConnectorTools): Promise<GitRepository> {
  const { url, user, token } = settings;
  if (/^(\/|file:\/\/)/u.test(url)) {
    const path = url.startsWith('/') ? url : fileURLToPath(url);
    return LocalRepository.open(path, tools.assertFolder);
  }
  if (!/^https?:\/\//u.test(url) || !URL.canParse(url))
    throw new ConnectorError(
      'settings',
      'Only addresses with https:// or http:// can be read. For git@host:name, enter https://host/name.',
    );
  const address = new URL(url);
  if (address.username !== '' || address.password !== '')
    throw new ConnectorError('settings', 'Enter the token in its own field, not in the address.');
  const authorization =
    token === '' ? null : `Basic ${Buffer.from(`${user || 'git'}:${token}`).toString('base64')}`;
  return new RemoteRepository({ url: address, authorization, maxBytes: MAX_TRANSFER, tools });
}

class GitSource implements Connector {
  readonly #settings: GitSettings;
  readonly #repository: GitRepository;
  /** Ids of listed files that will be read. */
  #expected: string[] = [];

  constructor(settings: GitSettings, repository: GitRepository) {
    this.#settings = settings;
    this.#repository = repository;
  }

  async *list({ cursor, known, signal }: ListOptions) {
    const repository = this.#repository;
    const tip = await repository.tipOf(this.#settings.branch || null);
    if (cursor === tip.commit) return { cursor, complete: false };
    const [now, before] = [
      await this.#commit(tip.commit),
      cursor === null ? null : await this.#commit(cursor),
    ];
    if (!now)
      throw new ConnectorError('away', 'The repository did not return the latest commit of the branch.');
    const wanted = pathFilter(this.#settings.paths);
    const leftOut = new LeftOutKinds();
    const walk = () =>
      changedFiles({
        repository,
        newTree: now.tree,
        oldTree: before?.tree ?? null,
        opens: wanted.opens,
        maxTrees: this.#settings.maxItems,
      });
    // Report deletions first, because only then is a moved file recognised at its new path.
    if (before)
      for await (const { path, id } of walk()) if (id === null) yield { type: 'gone' as const, id: path };
    const files = walk();
    let ahead: TreeFile[] = [];
    let named = 0;
    let end: { complete: boolean } | null = null;
    while (end === null) {
      signal.throwIfAborted();
      const next = await files.next();
      if (next.done) end = next.value;
      else if (named >= this.#settings.maxItems) end = { complete: false };
      else if (next.value.id !== null && wanted.takes(next.value.path) && !leftOut.skips(next.value.path)) {
        named += 1;
        ahead.push(next.value);
      }
      if (ahead.length < AHEAD && end === null) continue;
      const items = ahead.map((file) => this.#describe(file, tip.branch, before ? now.date : null));
      ahead = [];
      this.#expected = await toRead(items, known);
      for (const item of items) yield { type: 'item' as const, item };
    }
    yield* leftOut.notes();
    if (end.complete) return { cursor: tip.commit, complete: before === null };
    const text = `Only the first ${named} files were read; there are more.`;
    yield { type: 'note', text } satisfies ConnectorEvent;
    return { cursor: null, complete: false };
  }

  async read(item: ConnectorItem, { maxBytes }: { signal: AbortSignal; maxBytes: number }) {
    const reading = this.#repository.read(item.revision, { maxBytes, expect: this.#expected });
    const object = await whileReading(reading);
    if (!object) throw new ConnectorError('gone', `${item.name} is no longer in the repository.`);
    const start = Buffer.from(object.bytes.subarray(0, 60)).toString('latin1');
    if (start.startsWith('version https://git-lfs.github.com/spec/'))
      throw new ConnectorError('unreadable', `${item.name} is kept in Git LFS, which is not read.`);
    return { bytes: object.bytes };
  }

  close(): Promise<void> {
    return this.#repository.close();
  }

  async #commit(id: string) {
    if (!(await this.#repository.prepare(id))) return null;
    const commit = await this.#repository.read(id, { maxBytes: 2 ** 20 });
    return commit?.type === 'commit' ? parseCommit(commit.bytes) : null;
  }

  #describe(file: TreeFile, branch: string, date: string | null): ConnectorItem {
    const { path } = file;
    const { url, webUrl } = this.#settings;
    const repository = URL.canParse(url) ? new URL(url) : new URL('file:///');
    const web = webAddress({ repository, branch, path, template: webUrl });
    return {
      id: path,
      revision: file.id ?? '',
      name: safeName(path.slice(path.lastIndexOf('/') + 1)),
      path,
      ...(web === null ? {} : { url: web }),
      // For a changed file: the date of the commit at the tip. Exact dates of older files would need the whole history.
      ...(date === null ? {} : { date }),
    };
  }
}

async function toRead(items: readonly ConnectorItem[], known: ListOptions['known']): Promise<string[]> {
  const ids: string[] = [];
  for (const { id, revision } of items) if ((await known(id))?.revision !== revision) ids.push(revision);
  return ids;
}
