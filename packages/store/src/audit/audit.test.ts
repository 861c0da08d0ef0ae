import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import type { OpenDatabase } from '../database/open-database.js';
import { createTestDatabase, testServer } from '../database/test-database.test-helper.js';
import { moveDatabase } from '../move/move-database.js';
import { type AuditEvent, hashOfRow } from './audit-event.js';
import { AuditRepository } from './audit-repository.js';

const postgres = testServer();
const backends: [string, string | null][] = [
  ['SQLite', null],
  ...(postgres ? [['PostgreSQL', postgres] as [string, string]] : []),
];

const event = (change: Partial<AuditEvent> = {}): AuditEvent => ({
  actor: { id: 'u1', name: 'ada' },
  via: 'session',
  address: '192.0.2.7',
  action: 'login',
  target: { kind: 'user', id: 'u1' },
  outcome: 'done',
  details: {},
  ...change,
});

const sign = (text: string) => `signed ${text}`;

describe.each(backends)('ORG-2 the audit log on %s', (_, server) => {
  let folder: string;
  let opened: OpenDatabase;
  let own: Awaited<ReturnType<typeof createTestDatabase>> | null = null;
  let audit: AuditRepository;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-audit-'));
    own = server === null ? null : await createTestDatabase(server);
    opened = await openDatabase(own ? { url: own.url } : { folder });
    audit = new AuditRepository({ database: opened, sign });
  });

  afterEach(async () => {
    await opened.close();
    await own?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const fill = async (count: number) => {
    for (let index = 0; index < count; index += 1)
      await audit.append(event({ action: index % 2 === 0 ? 'login' : 'key.create' }));
  };

  /** Acts as an attacker with full access to the database. */
  const tamper = async (...statements: string[]) => {
    const off =
      opened.dialect === 'sqlite'
        ? ['drop trigger audit_events_changed', 'drop trigger audit_events_deleted']
        : ['alter table audit_events disable trigger all'];
    for (const statement of [...off, ...statements]) await sql.raw(statement).execute(opened.db);
  };

  it('keeps lines in a chain, and finds nothing wrong with it', async () => {
    expect(await audit.verify()).toEqual({ lines: 0, head: null, faults: [] });
    await fill(7);
    const { rows, cursor } = await audit.list({ limit: 5 });
    expect(rows.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3]);
    expect(rows[0]?.previousHash).toBe(rows[1]?.hash);
    expect(rows[0]).toMatchObject(event());
    expect((await audit.list({ limit: 5, cursor })).rows.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(await audit.verify()).toMatchObject({ lines: 7, head: { seq: 7 }, faults: [] });
  });

  it('gives what is asked for', async () => {
    await audit.append(event({ action: 'login', outcome: 'refused', actor: null }));
    await audit.append(event({ action: 'conversation.delete', target: { kind: 'conversation', id: 'c1' } }));
    await audit.append(event({ action: 'conversation.share', actor: { id: 'u2', name: 'bo' } }));
    const seqs = async (filter: object) =>
      (await audit.list({ filter, limit: 10 })).rows.map(({ seq }) => seq);
    expect(await seqs({ action: 'conversation' })).toEqual([3, 2]);
    expect(await seqs({ action: 'conversation.share' })).toEqual([3]);
    expect(await seqs({ action: 'conv' })).toEqual([]);
    expect(await seqs({ action: '%' })).toEqual([]);
    expect(await seqs({ outcome: 'refused' })).toEqual([1]);
    expect(await seqs({ actorId: 'u2' })).toEqual([3]);
    expect(await seqs({ targetId: 'c1' })).toEqual([2]);
    expect(await seqs({ to: '2020-01-01' })).toEqual([]);
    expect(await seqs({ from: '2020-01-01' })).toEqual([3, 2, 1]);
  });

  it('refuses to change or delete a line', async () => {
    await fill(2);
    const update = sql.raw(`update audit_events set actor_id = 'u9' where seq = 1`).execute(opened.db);
    await expect(update).rejects.toThrow('cannot be changed');
    await expect(sql.raw('delete from audit_events').execute(opened.db)).rejects.toThrow('cannot be changed');
    expect(await audit.verify()).toMatchObject({ lines: 2, faults: [] });
  });

  it.each([
    ['changed', [`update audit_events set actor_id = 'u9' where seq = 3`], ['Line 3 was changed.']],
    ['removed', ['delete from audit_events where seq = 3'], ['Line 3 is missing.']],
    ['removed at the end', ['delete from audit_events where seq >= 5'], ['Lines 5 to 6 are missing.']],
    ['removed at the beginning', ['delete from audit_events where seq <= 2'], ['Lines 1 to 2 are missing.']],
    [
      'swapped',
      [2, 3]
        .map((seq) => `update audit_events set seq = ${seq + 98} where seq = ${seq}`)
        .concat([
          'update audit_events set seq = 3 where seq = 100',
          'update audit_events set seq = 2 where seq = 101',
        ]),
      ['Line 2 was changed.', 'Line 3 was changed.', expect.stringContaining('Line 4 does not follow')],
    ],
    ['all removed', ['delete from audit_events'], ['Lines 1 to 6 are missing.']],
    [
      'left without a head',
      ['delete from audit_head'],
      ['The place where the log begins and ends is missing.'],
    ],
  ])('finds a line that was %s', async (_what, statements, faults) => {
    await fill(6);
    await tamper(...statements);
    expect((await audit.verify()).faults).toEqual(faults);
  });

  it('finds a line whose hash was made anew', async () => {
    await fill(4);
    const row = await opened.db
      .selectFrom('audit_events')
      .selectAll()
      .where('seq', '=', 2)
      .executeTakeFirstOrThrow();
    const hash = hashOfRow({ ...row, outcome: 'refused' });
    await tamper(`update audit_events set outcome = 'refused', hash = '${hash}' where seq = 2`);
    expect((await audit.verify()).faults).toEqual([expect.stringContaining('Line 3 does not follow')]);
  });

  it('finds a chain that was made anew to its end, by the seal or by a line noted elsewhere', async () => {
    await fill(3);
    const { head } = await audit.verify();
    await tamper('delete from audit_events', 'delete from audit_head');
    const forged = new AuditRepository({ database: opened, sign: () => 'without the key' });
    for (let index = 0; index < 3; index += 1) await forged.append(event({ actor: null }));
    expect((await audit.verify()).faults).toEqual([expect.stringContaining('The seal does not match')]);
    expect((await forged.verify({ noted: head ?? undefined })).faults).toEqual([
      'Line 3 is not the one that was noted: the log was rewritten.',
    ]);
  });

  it('lets old lines go, says so, and the chain holds', async () => {
    await fill(5);
    const old = await audit.list({ limit: 1 });
    expect(await audit.trim('2020-01-01')).toBe(0);
    expect(await audit.trim('2999-01-01')).toBe(4);
    const { rows } = await audit.list({ limit: 10 });
    expect(rows.map(({ seq, action }) => [seq, action])).toEqual([
      [6, 'audit.trim'],
      [5, 'login'],
    ]);
    expect(rows[0]?.details).toEqual({ lines: 4, before: '2999-01-01' });
    expect(await audit.verify()).toMatchObject({ lines: 2, faults: [] });
    expect((await audit.verify({ noted: old.rows[0] })).faults).toEqual([]);
    expect((await audit.verify({ noted: { seq: 1, hash: 'x' } })).faults).toEqual([
      'Line 1 is no longer kept: the log begins with line 5.',
    ]);
  });

  it('stays one chain when several write at once, over several connections', async () => {
    const second = await openDatabase(own ? { url: own.url } : { folder });
    const other = new AuditRepository({ database: second, sign });
    await Promise.all(
      Array.from({ length: 60 }, (_value, index) => (index % 2 === 0 ? audit : other).append(event())),
    );
    await second.close();
    expect(await audit.verify()).toMatchObject({ lines: 60, head: { seq: 60 }, faults: [] });
  });

  it('is one chain still in another database', async () => {
    await fill(3);
    const other = await openDatabase({ folder: ':memory:' });
    await moveDatabase({ from: opened, to: other });
    const moved = new AuditRepository({ database: other, sign });
    await moved.append(event());
    expect(await moved.verify()).toMatchObject({ lines: 4, faults: [] });
    await other.close();
  });
});
