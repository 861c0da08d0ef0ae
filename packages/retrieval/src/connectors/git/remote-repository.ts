import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askServer, bodyOf, refusal } from '../ask-server.js';
import { ConnectorError } from '../connector-error.js';
import type { ConnectorTools } from '../connector.js';
import type { GitObject } from './git-object.js';
import type { GitRepository } from './git-repository.js';
import { IndexedPack } from './indexed-pack.js';
import { readPktLines, lineText, writePktLines, type PktLine } from './pkt-line.js';

const SERVER = 'Git server';
/** How many files are fetched with one request. */
const BATCH = 64;
const MAX_BATCH_BYTES = 256 * 2 ** 20;
const MAX_REFERENCES = 200_000;

/**
 * A repository behind Git's protocol version 2, over http. It first fetches only trees, then the files that are read, a
 * few at a time: no history, and no clone to keep. Packs are in a folder that is deleted when the connection closes.
 */
export class RemoteRepository implements GitRepository {
  readonly #url: URL;
  readonly #authorization: string | null;
  readonly #maxBytes: number;
  readonly #tools: ConnectorTools;
  #folder: string | null = null;
  #canFilter: boolean | null = null;
  readonly #packs: IndexedPack[] = [];
  #batch: IndexedPack | null = null;
  #count = 0;

  constructor(options: {
    url: URL;
    authorization: string | null;
    /** Limit for all trees, or for the whole tip of the branch if the server cannot send only trees. */
    maxBytes: number;
    tools: ConnectorTools;
  }) {
    this.#url = options.url;
    this.#authorization = options.authorization;
    this.#maxBytes = options.maxBytes;
    this.#tools = options.tools;
  }

  async tipOf(branch: string | null): Promise<{ commit: string; branch: string }> {
    await this.#greet();
    const prefix = branch === null ? 'HEAD' : `refs/heads/${branch}`;
    const lines = [
      'command=ls-refs',
      'object-format=sha1',
      'delimiter',
      'symrefs',
      `ref-prefix ${prefix}`,
      'flush',
    ];
    let count = 0;
    for await (const line of this.#lines(await this.#post(lines))) {
      if (typeof line === 'string' || (count += 1) > MAX_REFERENCES) break;
      const [commit = '', name = '', ...facts] = lineText(line).split(' ');
      if (name !== prefix || !/^[0-9a-f]{40}$/u.test(commit)) continue;
      const target = facts.find((fact) => fact.startsWith('symref-target:refs/heads/'));
      return { commit, branch: branch ?? target?.slice('symref-target:refs/heads/'.length) ?? 'HEAD' };
    }
    throw new ConnectorError(
      'settings',
      branch === null
        ? `The repository at ${this.#url.host} is empty, or has no main branch. Enter a branch.`
        : `The repository at ${this.#url.host} has no branch ${branch}.`,
    );
  }

  async prepare(commit: string): Promise<boolean> {
    if (this.#packs.some((pack) => pack.has(commit))) return true;
    const pack = await this.#fetch([commit], { maxBytes: this.#maxBytes, trees: true });
    if (pack) this.#packs.push(pack);
    return pack?.has(commit) ?? false;
  }

  async read(
    id: string,
    options: { maxBytes: number; expect?: readonly string[] },
  ): Promise<GitObject | null> {
    const { maxBytes, expect = [] } = options;
    const find = () => [...this.#packs, this.#batch].find((pack) => pack?.has(id)) ?? null;
    let pack = find();
    if (!pack) {
      const wanted = [...new Set([id, ...expect])].slice(0, BATCH);
      // If the batch is too large, retry with only the file that is needed.
      await this.#batch?.close();
      this.#batch = null;
      try {
        this.#batch = await this.#fetch(wanted, { maxBytes: MAX_BATCH_BYTES, trees: false });
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.problem !== 'too-large') throw error;
        this.#batch =
          wanted.length > 1 ? await this.#fetch([id], { maxBytes: maxBytes + 65_536, trees: false }) : null;
        if (!this.#batch) throw error;
      }
      pack = find();
    }
    if (!pack) return null;
    const object = await pack.read(id, maxBytes);
    if (!object) throw new ConnectorError('too-large', `It is larger than ${maxBytes} bytes, or damaged.`);
    return object;
  }

  async close(): Promise<void> {
    for (const pack of [...this.#packs.splice(0), this.#batch]) await pack?.close();
    this.#batch = null;
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }

  /** Asks for the server's capabilities, once. */
  async #greet(): Promise<void> {
    if (this.#canFilter !== null) return;
    const answer = await this.#ask('info/refs?service=git-upload-pack', {});
    const found: string[] = [];
    for await (const line of this.#lines(answer)) {
      if (line !== 'flush' && typeof line !== 'string') found.push(lineText(line));
      if (found.length > 100 || (line === 'flush' && found.length > 1)) break;
    }
    if (!found.includes('version 2'))
      throw new ConnectorError(
        'settings',
        found[0]?.startsWith('# service') || /^[0-9a-f]{40} /u.test(found[0] ?? '')
          ? `The Git server at ${this.#url.host} is too old: it does not speak version 2 of the protocol (Git 2.18).`
          : `There is no Git repository at ${this.#url.host}${this.#url.pathname}. Check the address.`,
      );
    const format = found.find((line) => line.startsWith('object-format='));
    if (format !== undefined && format !== 'object-format=sha1')
      throw new ConnectorError('settings', 'Repositories with SHA-256 object names are not supported yet.');
    this.#canFilter = found.some((line) => line.startsWith('fetch=') && line.includes('filter'));
  }

  /** Fetches the wanted objects and what belongs to them, without history. Null if the server does not have them. */
  async #fetch(
    wants: readonly string[],
    { maxBytes, trees }: { maxBytes: number; trees: boolean },
  ): Promise<IndexedPack | null> {
    await this.#greet();
    const lines = [
      'command=fetch',
      'object-format=sha1',
      'delimiter',
      'no-progress',
      'ofs-delta',
      ...wants.map((id) => `want ${id}`),
      ...(trees ? ['deepen 1'] : []),
      ...(trees && this.#canFilter ? ['filter blob:none'] : []),
      'done',
      'flush',
    ];
    this.#folder ??= await mkdtemp(join(tmpdir(), 'ibid-git-'));
    const path = join(this.#folder, `${this.#count++}.pack`);
    const file = await open(path, 'w');
    let size = 0;
    try {
      let isPack = false;
      for await (const line of this.#lines(await this.#post(lines))) {
        if (typeof line === 'string') continue;
        if (!isPack) {
          const text = lineText(line.subarray(0, 200));
          if (text.startsWith('ERR ')) return null;
          isPack = text === 'packfile';
          continue;
        }
        // Bands: 1 is the pack, 2 progress, 3 an error.
        if (line[0] === 3) return null;
        if (line[0] !== 1) continue;
        size += line.length - 1;
        if (size > maxBytes)
          throw new ConnectorError(
            'too-large',
            this.#canFilter || !trees
              ? `It is larger than ${maxBytes} bytes.`
              : `The branch is larger than ${maxBytes} bytes, and the Git server cannot send parts of it. Set uploadpack.allowFilter on that server, or raise the limit.`,
          );
        await file.write(line, 1);
      }
    } finally {
      await file.close();
    }
    const pack = await IndexedPack.open(path);
    // The file stays readable while it is open, and disappears however the process ends.
    await rm(path, { force: true });
    if (!pack) throw new ConnectorError('away', `The Git server at ${this.#url.host} sent a broken pack.`);
    return pack;
  }

  #lines(answer: Response): AsyncGenerator<PktLine> {
    return readPktLines(
      bodyOf(
        answer,
        () =>
          new ConnectorError(
            'away',
            `The Git server at ${this.#url.host} stopped before its answer was complete.`,
          ),
      ),
    );
  }

  #post(lines: readonly string[]): Promise<Response> {
    return this.#ask('git-upload-pack', {
      method: 'POST',
      body: writePktLines(lines),
      headers: {
        'content-type': 'application/x-git-upload-pack-request',
        accept: 'application/x-git-upload-pack-result',
      },
    });
  }

  async #ask(
    path: string,
    request: { method?: string; body?: string; headers?: Record<string, string> },
  ): Promise<Response> {
    const url = new URL(`${this.#url.href.replace(/\/$/u, '')}/${path}`);
    const { network, signal } = this.#tools;
    const headers = {
      'git-protocol': 'version=2',
      ...(this.#authorization === null ? {} : { authorization: this.#authorization }),
      ...request.headers,
    };
    const question = { network, url, server: SERVER, signal, timeMilliseconds: 3_600_000 };
    const answer = await askServer({ ...question, ...request, headers });
    if (answer.ok) return answer;
    if (answer.status === 401 || answer.status === 403 || answer.status === 404) {
      await answer.body?.cancel();
      throw new ConnectorError(
        answer.status === 404 ? 'settings' : 'refused',
        `The Git server at ${url.host} shows no repository at ${this.#url.pathname} (${answer.status}). Check the address; a private repository needs a token with read access.`,
      );
    }
    throw await refusal(answer, url, SERVER);
  }
}
