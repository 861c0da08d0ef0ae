import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { MemoryDescriptorStore, QuotaExceeded, pageStarts, type DescriptorStore } from '@ibid/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../database/new-id.js';
import { openDatabase, type OpenDatabase } from '../database/open-database.js';
import { DatabaseDescriptorStore } from './database-descriptor-store.js';
import { deleteDescriptors } from './delete-descriptors.js';
import { forkDescriptors } from './fork-descriptors.js';

const now = () => '2026-01-01T00:00:00.000Z';
const origin = { kind: 'tool-result', callId: 'c', toolName: 't' } as const;
// The same tests run on PostgreSQL if a server is configured, in a separate database.
const server = process.env['DATABASE_URL'];
const backends = ['sqlite', ...(server ? ['postgres'] : [])];

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe.each(backends)('descriptors in %s', (backend) => {
  let folder: string;
  let database: OpenDatabase;
  const ownName = `ibid_descriptors_${newId()}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-descriptors-'));
    if (backend === 'sqlite') {
      database = await openDatabase({ folder });
      return;
    }
    await onServer(`create database ${ownName}`);
    const url = new URL(server ?? '');
    url.pathname = `/${ownName}`;
    database = await openDatabase({ url: url.href });
  });

  afterAll(async () => {
    await database.close();
    if (backend === 'postgres') await onServer(`drop database ${ownName}`);
    await rm(folder, { recursive: true, force: true });
  });

  const open = (conversationId: string, messageIds: string[] | null = null, quotaBytes?: number) =>
    new DatabaseDescriptorStore({
      db: database.db,
      conversationId,
      messageIds,
      now,
      settings: { pageCharacters: 50, ...(quotaBytes === undefined ? {} : { quotaBytes }) },
    });

  const fork = async (from: string, messageIds: ReadonlyMap<string, string>): Promise<string> => {
    const to = newId();
    await database.db
      .transaction()
      .execute((transaction) =>
        forkDescriptors(transaction, { fromConversationId: from, toConversationId: to, messageIds }),
      );
    return to;
  };

  const remove = (conversationId: string) =>
    database.db
      .transaction()
      .execute((transaction) =>
        deleteDescriptors(transaction, { conversationId, dialect: database.dialect }),
      );

  const storedContents = async () =>
    (await database.db.selectFrom('descriptor_contents').select('id').execute()).length;

  const part = fc.oneof(
    fc.constantFrom('\n', 'line\n', '\u{1f600}', '\ud83d', '\ude00', '\0', '\r\n'),
    fc.string({ unit: 'binary', maxLength: 10 }),
    fc.constantFrom('x'.repeat(65_530), 'y\n'.repeat(40_000), '\u{1f600}'.repeat(33_000)),
  );
  const content = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));

  it('FD-4 gives back any content exactly, whole, in ranges, by line and by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 70_000 }),
        async (text, a, b, size) => {
          const store = open(newId());
          const memory = new MemoryDescriptorStore({ now });
          const made = await store.create({ content: text, origin });
          expect(made).toEqual(await memory.create({ content: text, origin }));
          expect(await store.read('fd:1')).toBe(text);
          const [start, end] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [
            number,
            number,
          ];
          expect(await store.read('fd:1', { start, end })).toBe(text.slice(start, end));
          for (const pageCharacters of [50, size])
            expect(await store.pageStarts('fd:1', pageCharacters)).toEqual(
              pageStarts({ content: text, pageCharacters }),
            );
          for (const from of [1, 2, 1 + (a % (made.lines + 2)), made.lines])
            expect(await store.lineOffsets('fd:1', { from, count: 3 })).toEqual(
              await memory.lineOffsets('fd:1', { from, count: 3 }),
            );
          const cut = await store.extract({ from: 'fd:1', range: { start, end } });
          expect(cut).toEqual(await memory.extract({ from: 'fd:1', range: { start, end } }));
          expect(await store.read('fd:2')).toBe(await memory.read('fd:2'));
          expect(await memory.read('fd:2')).toContain(text.slice(start, end));
          expect(await store.pageStarts('fd:2', 50)).toEqual(await memory.pageStarts('fd:2', 50));
          expect(await store.lineOffsets('fd:2', { from: 1, count: 50 })).toEqual(
            await memory.lineOffsets('fd:2', { from: 1, count: 50 }),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('reads only the segments that a page touches', async () => {
    const store = open(newId());
    await store.create({ content: 'some line of text\n'.repeat(100_000), origin });
    await database.db
      .updateTable('descriptor_segments')
      .set({ data: Buffer.from('damaged') })
      .where('start', '>', 200_000)
      .execute();
    expect(await store.read('fd:1', { start: 66_000, end: 66_018 })).toHaveLength(18);
    expect(await store.lineOffsets('fd:1', { from: 10_000, count: 1 })).toEqual([179_982]);
  });

  type Step =
    | { do: 'create'; side: number; message: number; reference: number; text: string }
    | { do: 'extract'; side: number; message: number; from: number }
    | { do: 'fork'; side: number }
    | { do: 'branch'; side: number; messages: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      do: fc.constant('create' as const),
      side: fc.nat(5),
      message: fc.nat(4),
      reference: fc.nat(4),
      text: fc.string({ maxLength: 8 }),
    }),
    fc.record({ do: fc.constant('extract' as const), side: fc.nat(5), message: fc.nat(4), from: fc.nat(6) }),
    fc.record({ do: fc.constant('fork' as const), side: fc.nat(5) }),
    fc.record({ do: fc.constant('branch' as const), side: fc.nat(5), messages: fc.nat(31) }),
  );
  const messages = ['m0', 'm1', 'm2', 'm3', 'm4'];

  it('FD-7 no sequence of operations leaks between parent, fork and branches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        // Each side: the store in the database, and an in-memory model of what it must contain.
        const first = newId();
        const sides: {
          conversation: string;
          seen: string[];
          real: DescriptorStore;
          model: MemoryDescriptorStore;
        }[] = [
          {
            conversation: first,
            seen: messages,
            real: open(first, messages),
            model: new MemoryDescriptorStore({ now }).branch(messages),
          },
        ];
        const results: [unknown, unknown][] = [];
        for (const one of steps) {
          const side = sides[one.side % sides.length]!;
          if (one.do === 'create') {
            const made = {
              content: one.text,
              origin,
              messageId: side.seen[one.message % side.seen.length]!,
              ...(one.reference < 2 ? { reference: `r${one.reference}` } : {}),
            };
            results.push([await side.real.create(made), await side.model.create(made)]);
          } else if (one.do === 'extract') {
            const cut = { from: `fd:${one.from}`, range: { start: 1, end: 5 }, messageId: side.seen[0]! };
            results.push([await side.real.extract(cut), await side.model.extract(cut)]);
          } else if (one.do === 'branch') {
            const seen = side.seen.filter((_, index) => (one.messages >> index) & 1);
            if (seen.length > 0)
              sides.push({
                ...side,
                seen,
                real: open(side.conversation, seen),
                model: side.model.branch(seen),
              });
          } else {
            const conversation = await fork(side.conversation, new Map(side.seen.map((id) => [id, id])));
            sides.push({
              ...side,
              conversation,
              real: open(conversation, side.seen),
              model: side.model.fork(),
            });
          }
        }
        for (const [real, model] of results) expect(real).toEqual(model);
        for (const { real, model } of sides) {
          const list = await model.list('all');
          expect(await real.list('all')).toEqual(list);
          for (const { name } of list) {
            expect(await real.versions(name)).toEqual(await model.versions(name));
            for (const { version } of await model.versions(name))
              expect(await real.read(name, undefined, version)).toBe(
                await model.read(name, undefined, version),
              );
          }
        }
        for (const conversation of new Set(sides.map((side) => side.conversation)))
          await remove(conversation);
      }),
      { numRuns: 25 },
    );
  });

  it('FD-7 a fork copies no content, and content goes with the last conversation that has it', async () => {
    const before = await storedContents();
    const parent = newId();
    const store = open(parent, ['m1']);
    await store.create({ content: 'shared', origin, messageId: 'm1' });
    const child = await fork(parent, new Map([['m1', 'n1']]));
    expect(await storedContents()).toBe(before + 1);
    await open(child, ['n1']).create({ content: 'own', origin, messageId: 'n1' });
    await remove(parent);
    expect(await storedContents()).toBe(before + 2);
    expect(await open(child, ['n1']).read('fd:1')).toBe('shared');
    expect(await open(child, ['n1']).read('fd:2')).toBe('own');
    expect(await store.read('fd:1')).toBeNull();
    await remove(child);
    expect(await storedContents()).toBe(before);
  });

  it('FD-7 refuses what is over the quota, says what to do, and stores nothing of it', async () => {
    const conversation = newId();
    const store = open(conversation, null, 100);
    await store.create({ content: 'x'.repeat(60), origin });
    const tooMuch = store.create({ content: 'é'.repeat(21), origin });
    await expect(tooMuch).rejects.toThrow(QuotaExceeded);
    await expect(tooMuch).rejects.toThrow(/raise the quota/);
    await store.create({ content: 'é'.repeat(20), origin });
    // An extract stores nothing, so it is not counted.
    await store.extract({ from: 'fd:1', range: { start: 0, end: 60 } });
    expect((await store.list('all')).map(({ name }) => name)).toEqual(['fd:1', 'fd:2', 'fd:3']);
    const child = await fork(conversation, new Map());
    await expect(open(child, null, 100).create({ content: 'x', origin })).rejects.toThrow(QuotaExceeded);
  });

  it('gives parallel calls numbers and versions of their own', async () => {
    const store = open(newId());
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) => store.create({ content: `${i}`, origin })),
    );
    expect(new Set(made.map(({ name }) => name)).size).toBe(12);
    const again = await Promise.all(
      Array.from({ length: 6 }, (_, i) => store.create({ content: `${i}`, origin, reference: 'r' })),
    );
    expect(new Set(again.map(({ version }) => version))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });

  it('FD-7 survives a restart', async () => {
    if (backend !== 'sqlite') return;
    const conversation = newId();
    await open(conversation).create({ content: 'kept', origin, reference: 'r' });
    await database.close();
    database = await openDatabase({ folder });
    expect(await open(conversation).read('ref:r')).toBe('kept');
  });
});
