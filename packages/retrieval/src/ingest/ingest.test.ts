import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strToU8 } from 'fflate';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../knowledge/index.js';
import { ingestFiles } from './ingest-files.js';
import type { IngestProgress, IngestReport, IngestSource } from './ingest-types.js';
import type { KnowledgeWriter, PutItemRequest, StoredItemState } from './knowledge-writer.js';
import { patientWriter } from './patient-writer.js';
import { pipelineVersion } from './pipeline-version.js';
import { PreparePool } from './prepare-pool.js';
import { syncFolder, type SyncFolderOptions } from './sync-folder.js';
import { TwinItems } from './twin-items.js';

/** Keeps everything in memory. The real databases have the store's contract tests. */
class MemoryWriter implements KnowledgeWriter {
  readonly items = new Map<string, PutItemRequest>();
  puts = 0;

  async putItem(request: PutItemRequest): Promise<{ itemId: string; replaced: boolean }> {
    this.puts++;
    const same = [...this.items].find(
      ([, { item }]) => item.externalId !== null && item.externalId === request.item.externalId,
    );
    const itemId = same?.[0] ?? `item-${this.items.size + this.puts}`;
    this.items.set(itemId, request);
    return { itemId, replaced: same !== undefined };
  }

  async findByExternalId({ externalId }: { externalId: string }): Promise<StoredItemState | null> {
    return (
      (await this.listItemStates({ externalIdPrefix: '' })).find(
        (state) => state.externalId === externalId,
      ) ?? null
    );
  }

  async listItemStates({ externalIdPrefix }: { externalIdPrefix: string }): Promise<StoredItemState[]> {
    return [...this.items]
      .map(([itemId, { item }]): StoredItemState => ({ itemId, ...item }))
      .filter((state) => state.externalId?.startsWith(externalIdPrefix));
  }

  async moveItem(options: {
    itemId: string;
    externalId: string;
    name: string;
    title?: string;
  }): Promise<void> {
    const request = this.items.get(options.itemId);
    if (!request) return;
    const { externalId, name, title = request.item.title } = options;
    this.items.set(options.itemId, { ...request, item: { ...request.item, externalId, name, title } });
  }

  async removeItem({ itemId }: { itemId: string }): Promise<void> {
    this.items.delete(itemId);
  }
}

const embedder: Embedder = {
  id: 'lengths',
  dimensions: 2,
  maxTokens: 512,
  languages: null,
  embed: async (texts) => texts.map((text) => new Float32Array([text.length, 1])),
};
const gate = () => {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, resolve: () => open() };
};
const pool = new PreparePool({ size: 1 });
afterAll(() => pool.close());

let writer: MemoryWriter;
let folder: string;
beforeEach(async () => {
  writer = new MemoryWriter();
  folder = await mkdtemp(join(tmpdir(), 'ibid-ingest-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const source = (name: string, text: string): IngestSource => ({
  name,
  content: { bytes: strToU8(text) },
  externalId: name,
});
const ingest = (
  sources: IngestSource[],
  options: { embedder?: Embedder | null; signal?: AbortSignal } = {},
) => ingestFiles({ knowledgeBaseId: 'kb', sources, writer, embedder, pool, ...options });
const write = async (path: string, text: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};
const sync = (options: Partial<SyncFolderOptions> = {}) =>
  syncFolder({
    knowledgeBaseId: 'kb',
    folder,
    writer,
    embedder,
    pool,
    externalIdPrefix: 'docs:',
    ...options,
  });
const statuses = (report: IngestReport) =>
  report.outcomes.map(({ name, status }) => `${name} ${status}`).toSorted();

describe('KB-1 ingest', () => {
  it('adds, recognises what is unchanged, and swaps what changed', async () => {
    expect((await ingest([source('a.md', '# A\n\nOne.'), source('b.md', 'Two.')])).counts).toMatchObject({
      added: 2,
    });
    expect(writer.puts).toBe(2);
    expect((await ingest([source('a.md', '# A\n\nOne.'), source('b.md', 'Three.')])).counts).toMatchObject({
      unchanged: 1,
      changed: 1,
    });
    expect(writer.puts).toBe(3);
    const [a] = [...writer.items.values()];
    expect(a?.item).toMatchObject({ title: 'A', name: 'a.md', mediaType: 'text/markdown', characters: 9 });
    expect(a?.vectors).toHaveLength(1);
    expect(a?.text.slice(a.chunks[0]?.span.start, a.chunks[0]?.span.end)).toBe(a?.chunks[0]?.text);
  });

  it('makes items anew when the embedder is another one', async () => {
    await ingest([source('a.md', 'One.')]);
    const report = await ingest([source('a.md', 'One.')], { embedder: null });
    expect(report.counts.changed).toBe(1);
    expect([...writer.items.values()][0]?.vectors).toBeNull();
  });

  describe('with a database that goes away', () => {
    class Away extends Error {}
    /** Rejects every call twice. An item is stored before the second rejection. */
    class RestartingWriter extends MemoryWriter {
      readonly #calls = new Map<string, number>();
      isAway = (error: unknown) => error instanceof Away;

      #callOf(what: string): number {
        const call = ((this.#calls.get(what) ?? 0) % 3) + 1;
        this.#calls.set(what, call);
        return call;
      }

      override async putItem(request: PutItemRequest) {
        const call = this.#callOf(`put ${request.item.externalId}`);
        const stored = call > 1 ? await super.putItem(request) : null;
        if (call < 3 || !stored) throw new Away('It restarts.');
        return stored;
      }

      override async findByExternalId(options: { externalId: string }) {
        if (this.#callOf(`find ${options.externalId}`) < 3) throw new Away('It restarts.');
        return super.findByExternalId(options);
      }

      override async removeItem(options: { itemId: string }) {
        if (this.#callOf(`remove ${options.itemId}`) < 3) throw new Away('It restarts.');
        return super.removeItem(options);
      }
    }

    it('takes in every file, and says what became of it', async () => {
      writer = new RestartingWriter();
      const texts = Array.from({ length: 6 }, (_, at) => source(`${at}.md`, `Text ${at}.`));
      expect((await ingest(texts)).counts).toMatchObject({ added: 6, failed: 0 });
      expect(writer.items.size).toBe(6);
      const changed = await ingest([source('0.md', 'Other text.'), ...texts.slice(1)]);
      expect(changed.counts).toMatchObject({ changed: 1, unchanged: 5, failed: 0 });
    });

    it('also removes what a folder has no more', async () => {
      writer = new RestartingWriter();
      await write('a.txt', 'Alpha.');
      await sync();
      await rm(join(folder, 'a.txt'));
      expect((await sync()).counts).toMatchObject({ removed: 1, failed: 0 });
      expect(writer.items.size).toBe(0);
    });

    it('ends with the error when it stays away, and at once when it is stopped', async () => {
      const isAway = (error: unknown) => error instanceof Away;
      const gone = Object.assign(new MemoryWriter(), {
        isAway,
        removeItem: () => Promise.reject(new Away('It is gone.')),
      });
      const few = patientWriter(gone, { signal: undefined, patienceMilliseconds: 250 });
      await expect(few.removeItem({ itemId: 'a' })).rejects.toThrow('It is gone.');
      const stop = new AbortController();
      const waiting = patientWriter(gone, { signal: stop.signal }).removeItem({ itemId: 'a' });
      stop.abort();
      await expect(waiting).rejects.toThrow('It is gone.');
    });

    it('lets other errors be the outcome of their file', async () => {
      writer = new RestartingWriter();
      writer.putItem = () => Promise.reject(new Error('The text is too long.'));
      const [outcome] = (await ingest([source('a.md', 'One.')])).outcomes;
      expect(outcome).toMatchObject({
        status: 'failed',
        reason: 'It could not be stored: The text is too long.',
      });
    });
  });

  it('a bad file fails alone, with its reason, and what was there before stays', async () => {
    await ingest([source('a.md', 'Good.')]);
    const report = await ingest([
      source('a.md', ''),
      source('b.pdf', '%PDF-1.7 nonsense'),
      source('c.md', 'Fine.'),
    ]);
    expect(statuses(report)).toEqual(['a.md skipped', 'b.pdf failed', 'c.md added']);
    expect(report.outcomes.find(({ name }) => name === 'a.md')).toMatchObject({
      code: 'empty',
      reason: 'The file is empty.',
      previousKept: true,
    });
    expect([...writer.items.values()].map(({ text }) => text)).toEqual(['Good.', 'Fine.']);
  });

  it('says when a name promises another type than the file is', async () => {
    const page = '<!doctype html><title>Tides</title><p>High at noon.</p>';
    const report = await ingest([source('tides.pdf', page), source('tides.html', page)]);
    expect(Object.fromEntries(report.outcomes.map(({ name, warnings }) => [name, warnings]))).toEqual({
      'tides.html': undefined,
      'tides.pdf': ['Its name ends in .pdf, but it was read as text/html.'],
    });
  });

  it('a failing embedder or database fails the file, not the ingest', async () => {
    const flaky: Embedder = {
      ...embedder,
      embed: async (texts) => {
        if (texts.some((text) => text.includes('poison'))) throw new Error('no vectors today');
        return embedder.embed(texts, 'document');
      },
    };
    const report = await ingest([source('a.md', 'poison')], { embedder: flaky });
    expect(report.outcomes[0]).toMatchObject({
      status: 'failed',
      reason: 'It could not be stored: no vectors today',
    });
    expect((await ingest([source('a.md', 'cured')], { embedder: flaky })).counts.added).toBe(1);
  });

  it('tells its progress, and at the end that it is done', async () => {
    const seen: IngestProgress[] = [];
    const sources = Array.from({ length: 12 }, (_, index) => source(`${index}.md`, `Text ${index}.`));
    await ingestFiles({
      knowledgeBaseId: 'kb',
      sources,
      writer,
      embedder,
      pool,
      onProgress: (each) => seen.push(each),
    });
    expect(seen.at(-1)).toMatchObject({
      phase: 'done',
      files: { done: 12, total: 12, failed: 0 },
      chunks: 12,
      secondsLeft: 0,
    });
    expect(seen.map((each) => each.files.done)).toEqual(
      seen.map((each) => each.files.done).toSorted((a, b) => a - b),
    );
  });

  it('WEB-11 stores a long document for its words before it has vectors, and names it meanwhile', async () => {
    const bytes = new TextEncoder().encode(
      Array.from({ length: 400 }, (_, line) => `## Part ${line}\n\n${`word${line} `.repeat(60)}`).join(
        '\n\n',
      ),
    );
    const begun = gate();
    const mayGoOn = gate();
    const seen: IngestProgress[] = [];
    const ingest = ingestFiles({
      knowledgeBaseId: 'kb',
      writer,
      pool,
      sources: [{ name: 'long.md', content: { bytes }, externalId: 'long' }],
      embedder: {
        ...embedder,
        embed: async (texts, kind) => {
          begun.resolve();
          await mayGoOn.promise;
          return embedder.embed(texts, kind);
        },
      },
      onProgress: (progress) => seen.push(progress),
    });
    await begun.promise;
    await expect.poll(() => writer.puts).toBe(1);
    const [words] = [...writer.items.values()];
    expect(words?.chunks.length).toBeGreaterThan(32);
    expect(words?.vectors).toBeNull();
    expect(seen.at(-1)).toMatchObject({ current: 'long.md', files: { done: 0, total: 1 } });
    mayGoOn.resolve();
    const { outcomes } = await ingest;
    expect(outcomes[0]).toMatchObject({ status: 'added' });
    const [whole] = [...writer.items.values()];
    expect(writer.items.size).toBe(1);
    expect(whole?.vectors?.length).toBe(whole?.chunks.length);
    expect(whole?.item.pipeline).not.toBe(words?.item.pipeline);
    expect(seen.at(-1)).toMatchObject({ share: 1 });
  });

  it('stops between files and goes on where it stopped', async () => {
    const controller = new AbortController();
    const sources = Array.from({ length: 30 }, (_, index) => source(`${index}.md`, `Text ${index}.`));
    const stopping: Embedder = {
      ...embedder,
      embed: async (texts) => {
        if (writer.puts >= 5) controller.abort();
        return embedder.embed(texts, 'document');
      },
    };
    const first = await ingest(sources, { embedder: stopping, signal: controller.signal });
    expect(first.stopped).toBe(true);
    expect(first.counts.added).toBe(writer.items.size);
    expect(writer.items.size).toBeLessThan(30);
    const second = await ingest(sources, { embedder: stopping });
    expect(second.counts.unchanged).toBe(first.counts.added);
    expect(writer.items.size).toBe(30);
  });
});

describe('KB-1 a folder is kept in sync', () => {
  it('takes over what was uploaded before, and an upload of what it holds adds nothing', async () => {
    const uploaded = { ...source('b.md', '# Beta'), externalId: 'upload:sub/b.md' };
    const twin = { ...source('c.txt', 'Gamma.'), externalId: 'upload:c.txt' };
    await ingest([uploaded, twin]);
    await write('sub/b.md', '# Beta');
    await write('c.txt', 'Gamma, changed.');
    const whole = { knowledgeBaseId: 'kb', folder, writer, embedder, pool };
    expect(statuses(await syncFolder(whole))).toEqual(['b.md unchanged', 'c.txt added']);
    expect(statuses(await syncFolder(whole))).toEqual(['b.md unchanged', 'c.txt unchanged']);
    expect(writer.items.size).toBe(3);
    const states = await writer.listItemStates({ externalIdPrefix: 'file://' });
    const twins = new TwinItems(states, pipelineVersion({ embedder }));
    const again = await ingestFiles({
      ...whole,
      sources: [uploaded, { ...uploaded, externalId: 'upload:x/b.md' }],
      twins,
    });
    expect(statuses(again)).toEqual(['b.md added', 'b.md unchanged']);
    expect(writer.items.size).toBe(4);
  });

  it('adds, changes, moves and removes', async () => {
    await write('a.txt', 'Alpha.');
    await write('sub/b.md', '# Beta\n\nText.');
    await write('c.txt', 'Gamma.');
    expect(statuses(await sync())).toEqual(['a.txt added', 'b.md added', 'c.txt added']);
    expect(statuses(await sync())).toEqual(['a.txt unchanged', 'b.md unchanged', 'c.txt unchanged']);

    const moved = (await writer.findByExternalId({ externalId: 'docs:a.txt' }))?.itemId;
    await rename(join(folder, 'a.txt'), join(folder, 'sub', 'renamed alpha.txt'));
    await write('sub/b.md', '# Beta\n\nOther text.');
    await rm(join(folder, 'c.txt'));
    const puts = writer.puts;
    expect(statuses(await sync())).toEqual(['b.md changed', 'c.txt removed', 'renamed alpha.txt moved']);
    expect(writer.puts).toBe(puts + 1);
    const state = await writer.findByExternalId({ externalId: 'docs:sub/renamed%20alpha.txt' });
    expect(state).toMatchObject({ itemId: moved, title: 'renamed alpha' });
    expect(writer.items.size).toBe(2);
  });

  it('a copy is a new item, and of two equal files that are gone each moves once', async () => {
    await write('a.txt', 'Same.');
    await write('b.txt', 'Same.');
    await sync();
    await rename(join(folder, 'a.txt'), join(folder, 'x.txt'));
    await rename(join(folder, 'b.txt'), join(folder, 'y.txt'));
    await write('z.txt', 'Same.');
    const report = await sync();
    expect(report.counts).toMatchObject({ moved: 2, added: 1, removed: 0 });
  });

  it('leaves out what is ignored, hidden, linked or no document', async () => {
    await write('.ibidignore', '# drafts\ndrafts/\n*.log\n!keep.log\n/top.md\n');
    for (const path of [
      'a.md',
      'drafts/b.md',
      'x.log',
      'keep.log',
      'top.md',
      'sub/top.md',
      '.hidden/c.md',
      'd.gif',
      'node_modules/m/readme.md',
      '.git/config',
    ])
      await write(path, `Text of ${path}.`);
    await symlink(join(folder, 'a.md'), join(folder, 'link.md'));
    await symlink(tmpdir(), join(folder, 'outside'));
    expect(statuses(await sync())).toEqual(['a.md added', 'd.gif skipped', 'keep.log added', 'top.md added']);
    const within = await sync({ links: 'within' });
    expect(within.outcomes.map(({ name }) => name)).toContain('link.md');
    expect(within.outcomes.every(({ externalId }) => !externalId?.includes('outside'))).toBe(true);
  });

  it('skips at once what is no file, notes what is empty, and names what is not read', async () => {
    await write('a.md', 'Text.');
    await write('empty.md', '');
    await write('old.doc', '\u0000\u0001\u0002'.repeat(300));
    for (const name of ['1.gif', '2.gif', 'x/3.GIF', '4.exe']) await write(name, 'x');
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    const report = await sync();
    const told = report.outcomes.map(({ name, status, files = 1 }) => `${name} ${status} ${files}`);
    expect(told.toSorted()).toEqual([
      '1.gif skipped 1',
      '2.gif skipped 1',
      '4.exe skipped 1',
      'a.md added 1',
      'empty.md skipped 1',
      'old.doc skipped 1',
      'pipe.md skipped 1',
      'x/3.GIF skipped 1',
    ]);
    expect(report.counts).toMatchObject({ added: 1, skipped: 7, failed: 0 });
    const chosen = await ingest([{ ...source('pipe.md', ''), content: { path: join(folder, 'pipe.md') } }]);
    expect(chosen.outcomes[0]).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('named pipe'),
    });
  });

  it('reads nothing of a folder whose rules cannot be used', async () => {
    await write('a.txt', 'Alpha.');
    await write('.ibidignore', '*.log\n'.repeat(20_000));
    await expect(sync()).rejects.toThrow('at most 64 KB');
    await rm(join(folder, '.ibidignore'));
    await mkdir(join(folder, '.ibidignore'));
    await expect(sync()).rejects.toThrow('.ibidignore must be a file');
    expect(writer.items.size).toBe(0);
  });

  it('deletes nothing when the folder is not there', async () => {
    await write('a.txt', 'Alpha.');
    await sync();
    await expect(sync({ folder: join(folder, 'missing') })).rejects.toThrow('ENOENT');
    expect(writer.items.size).toBe(1);
  });

  it.skipIf(process.getuid?.() === 0)('deletes nothing below a folder it cannot open', async () => {
    await write('sub/a.txt', 'Alpha.');
    await sync();
    await chmod(join(folder, 'sub'), 0);
    const report = await sync();
    await chmod(join(folder, 'sub'), 0o755);
    expect(report.counts).toMatchObject({ removed: 0, failed: 1 });
    expect(writer.items.size).toBe(1);
  });
});
