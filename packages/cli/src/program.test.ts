import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase, SettingsRepository } from '@ibid/store/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ibid, ibidByMeaning } from './run-command.test-helper.js';

let folder: string;
const data = () => join(folder, 'data');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-cli-'));
  cpSync(fileURLToPath(new URL('../sample', import.meta.url)), join(folder, 'ship'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('CLI-1 the command line', () => {
  it('reads a folder, and does nothing for what has not changed', async () => {
    const first = await ibidByMeaning('ingest', join(folder, 'ship'), '--kb', 'Ship', '--data', data());
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toContain('9 added');
    expect(first.err).toContain('Ship 100 % (9/9)');
    expect(first.err).not.toContain('NaN');
    const again = await ibidByMeaning(
      'ingest',
      join(folder, 'ship'),
      '--kb',
      'Ship',
      '--data',
      data(),
      '--json',
    );
    expect(JSON.parse(again.out)).toMatchObject({ counts: { unchanged: 9 }, failures: [] });
  });

  it('tells once that sample documents are searched too', async () => {
    const at = ['--data', join(folder, 'with-sample')];
    const file = join(folder, 'own.md');
    writeFileSync(file, '# Own\n\nThe mill closes at noon.');
    await ibid('ingest', join(folder, 'ship', 'safety-rules.md'), '--kb', 'Ship (sample)', ...at);
    const first = await ibid('ingest', file, '--kb', 'Mill', ...at);
    expect(first.err).toContain('ibid delete "Ship (sample)"');
    expect((await ibid('ingest', file, '--kb', 'Mill', ...at)).err).not.toContain('sample');
  });

  it('lists jobs, and cancels or does again only what can be', async () => {
    writeFileSync(join(folder, 'torn.pdf'), '%PDF-1.4 not really a document');
    await ibid('ingest', join(folder, 'torn.pdf'), '--kb', 'Torn', '--data', data());
    const listed = await ibid('jobs', '--data', data(), '--json');
    const rows = listed.out.trim().split('\n');
    const torn = rows.map((row) => JSON.parse(row) as { id: string; outcomes: { name: string }[] });
    const id = torn.find(({ outcomes }) => outcomes[0]?.name === 'torn.pdf')?.id ?? '';
    const cancelled = await ibid('jobs', 'cancel', id, '--data', data());
    expect(cancelled.code).toBe(1);
    expect(cancelled.err).toContain('already ended');
    const again = await ibid('jobs', 'retry', id, '--data', data());
    expect(again).toMatchObject({ code: 1, out: expect.stringContaining('torn.pdf: ') });
    expect((await ibid('jobs', 'stop', id, '--data', data())).code).toBe(2);
  });

  it('names a file that can’t be read, with its reason, and takes in the others', async () => {
    writeFileSync(join(folder, 'broken.pdf'), 'this is no PDF at all \u0000\u0001');
    const ended = await ibid('ingest', join(folder, 'broken.pdf'), '--kb', 'Broken', '--data', data());
    expect(ended.code).toBe(1);
    expect(ended.err).toContain('broken.pdf');
  });

  it('ANS-3 tells where documents disagree', async () => {
    const says = (days: number) =>
      `# Leave of ${days}\n\nEmployees of Vellern may take ${days} days of parental leave.\n`;
    const other = join(folder, 'other-data');
    mkdirSync(join(folder, 'leave'));
    for (const days of [180, 270]) writeFileSync(join(folder, 'leave', `${days}.md`), says(days));
    await ibid('ingest', join(folder, 'leave'), '--kb', 'Leave', '--data', other);
    const found = await ibid('contradictions', '--kb', 'Leave', '--data', other);
    expect(found).toMatchObject({ code: 0, err: expect.stringContaining('1 contradiction in 2 documents') });
    expect(found.out).toContain('180 days against 270 days');
    const topic = await ibid('contradictions', 'parental', 'leave', '--data', other, '--json');
    expect(JSON.parse(topic.out)).toMatchObject({ rows: [{ kind: 'number' }], isDone: true });
    expect((await ibid('contradictions', '--kb', 'Nowhere', '--data', other)).code).toBe(1);
  });

  it('ANS-2 plans a report, writes it, and writes it into a file with its proof', async () => {
    const asked = 'Who is the cook, and how deep may a diver go?';
    const planned = await ibid('report', asked, '--kb', 'Ship', '--plan', '--data', data(), '--json');
    const { id, sections } = JSON.parse(planned.out) as { id: string; sections: { question: string }[] };
    expect(sections.map(({ question }) => question)).toEqual([
      'Who is the cook?',
      'How deep may a diver go?',
    ]);
    const written = await ibidByMeaning('report', '--resume', id, '--data', data());
    expect(written.code).toBe(0);
    expect(written.out).toContain('Matteo Brandt');
    expect(written.out).toContain('30 metres');
    expect(written.err).toMatch(/claims supported[^]*of 120 steps/u);
    const file = join(folder, 'report.md');
    expect((await ibid('report', '--resume', id, '-o', file, '--data', data())).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/\[\^1\]: .*(supported)/u);
    // No server listens for a link to lead to.
    expect(readFileSync(file, 'utf8')).not.toMatch(/https?:\/\/[^ >]*\/items\//u);
    expect((await ibid('report', '--data', data())).code).toBe(2);
    expect((await ibid('report', 'x', '-o', 'report.txt', '--data', data())).code).toBe(2);
  });

  it('searches', async () => {
    const found = await ibid(
      'search',
      'greatest',
      'diving',
      'depth',
      '--data',
      data(),
      '--json',
      '--mode',
      'keyword',
    );
    const { hits } = JSON.parse(found.out) as { hits: { title: string }[] };
    expect(hits[0]?.title).toBe('Diving manual');
    expect(await ibid('search', 'xyzzy', '--mode', 'keyword', '--data', data())).toMatchObject({
      code: 3,
      out: '',
    });
  });

  it('KB-11 searches by date and metadata, and tells what a conversation cites and what of it changed', async () => {
    const at = ['--data', data()];
    const file = join(folder, 'tariff.md');
    writeFileSync(
      file,
      '---\ndate: 2019-03-01\nteam: harbour\n---\n\n# Tariff\n\nThe zanzibar tariff is 40 crowns.\n',
    );
    await ibid('ingest', file, '--kb', 'Tariffs', ...at);
    const found = async (...limits: string[]) => {
      const ended = await ibid('search', 'zanzibar', '--mode', 'keyword', ...limits, ...at);
      return ended.code === 0 ? ended.out : null;
    };
    expect(await found('--after', '2018', '--where', 'team=harbour,sales')).toContain(
      '2019-03-01 (its date)',
    );
    expect(await found('--after', '2019')).toBeNull();
    expect(await found('--after', '2018', '--before', '2020', '--where', 'date>=2019')).not.toBeNull();
    for (const [said, ...limits] of [
      ['--after soon: this is not a date', '--after', 'soon'],
      ['2024-05-31', '--before', '2024-13'],
      ['ends before it begins', '--after', '2020', '--before', '2019'],
      ['--where team: this is not a condition', '--where', 'date>2018', 'team'],
    ])
      expect(await ibid('search', 'zanzibar', ...limits, ...at)).toMatchObject({
        code: 2,
        err: expect.stringContaining(said ?? '') as string,
      });
    expect((await ibid('search', 'zanzibar', '--where', 'crew=harbour', ...at)).err).toContain(
      'Nothing found within --after, --before or --where.',
    );
    const asked = await ibid('ask', 'What is the zanzibar tariff?', '--kb', 'Tariffs', '--json', ...at);
    const { conversationId } = JSON.parse(asked.out) as { conversationId: string };
    expect((await ibid('cited', conversationId, ...at)).out).toContain('as it was cited');
    writeFileSync(file, '---\ndate: 2020-03-01\n---\n\n# Tariff\n\nThe zanzibar tariff is 55 crowns.\n');
    await ibid('ingest', file, '--kb', 'Tariffs', ...at);
    const changed = await ibid('cited', conversationId, '--diff', ...at);
    expect(changed.out).toContain('changed on ');
    expect(changed.out).toContain('- The zanzibar tariff is 40 crowns.');
    expect(changed.out).toContain('+ The zanzibar tariff is 55 crowns.');
    await ibid('delete', 'Tariffs', '--yes', ...at);
    const gone = await ibid('cited', conversationId, ...at);
    expect(gone).toMatchObject({
      code: 0,
      out: '[1] This document was deleted.  can no longer be checked\n',
    });
  });

  it('KB-3 tells what it searched for instead of a mistyped word, and searches as typed when asked', async () => {
    const at = ['--mode', 'keyword', '--data', data()];
    const found = await ibid('search', 'gretaest', 'diving', ...at);
    expect(found.code).toBe(0);
    expect(found.err).toContain(
      'Searched for “greatest” instead of “gretaest”. As typed: ibid search --exact',
    );
    expect((await ibid('search', 'gretaest', ...at, '--exact')).code).toBe(3);
    const json = await ibid('search', 'gretaest', ...at, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ corrections: [{ typed: 'gretaest', found: ['greatest'] }] });
    const asked = await ibid('ask', 'What is the gretaest diving depth?', '--data', data());
    expect(asked.out).toContain('I searched for “greatest” instead of “gretaest”.');
  });

  it('takes an empty question for a slip', async () => {
    for (const command of ['ask', 'search']) {
      const ended = await ibid(command, ' ', '--data', data());
      expect(ended.code).toBe(2);
      expect(ended.err).toContain('Enter something');
    }
  });

  it('answers with citations and a list of the sources, and as JSON', async () => {
    const asked = await ibidByMeaning('ask', 'Who is the dive supervisor?', '--data', data());
    expect(asked.code).toBe(0);
    expect(asked.out).toContain('Dr. Yuki Tanabe');
    expect(asked.out).toMatch(/^\[1\] Diving manual$/mu);
    const json = await ibid('ask', 'Who is the dive supervisor?', '--data', data(), '--json');
    const turn = JSON.parse(json.out) as {
      reason: string;
      citations: { verdict: string; passage: { text: string } }[];
    };
    expect(turn.reason).toBe('complete');
    expect(turn.citations[0]).toMatchObject({ verdict: 'supported' });
    expect(turn.citations[0]?.passage.text).toContain('Tanabe');
  });

  it('goes on in a conversation, with the numbers it had', async () => {
    const first = JSON.parse(
      (await ibid('ask', 'What does task CH-14 test?', '--data', data(), '--json')).out,
    ) as {
      conversationId: string;
      sources: { number: number; itemId: string }[];
    };
    const next = JSON.parse(
      (
        await ibid(
          'ask',
          'And how long does it take?',
          '--data',
          data(),
          '--json',
          '--conversation',
          first.conversationId,
        )
      ).out,
    ) as { sources: { number: number; itemId: string }[] };
    const numbers = new Map(first.sources.map((source) => [source.itemId, source.number]));
    for (const source of next.sources)
      expect(numbers.get(source.itemId) ?? source.number).toBe(source.number);
  });

  it('FD-8 lists what a conversation stored, and gets it byte for byte', async () => {
    const long = `What about the dive supervisor? ${'A line of a long paste, ünïcode included 😀.\n'.repeat(400)}`;
    const asked = await ibid('ask', long, '--data', data(), '--json');
    const { conversationId } = JSON.parse(asked.out) as { conversationId: string };
    const listed = await ibid('export', conversationId, '--data', data());
    expect(listed.out).toMatch(/^fd:1 {2}\d+ lines, \d+ characters$/mu);
    expect((await ibid('export', conversationId, 'fd:1', '--data', data())).out).toBe(long);
    const file = join(folder, 'paste.txt');
    const written = await ibid('export', conversationId, 'fd:1@1', '-o', file, '--data', data());
    expect(written).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(file, 'utf8')).toBe(long);
    const missing = await ibid('export', conversationId, '../secret', '--data', data());
    expect(missing).toMatchObject({ code: 1 });
    expect(await ibid('export', conversationId, 'ref:nothing', '--data', data())).toMatchObject({ code: 1 });
  });

  it('says what is running', async () => {
    const found = await ibid('doctor', '--data', data());
    expect(found.out).toMatch(/Model\s+ibid\/extractive/u);
    expect(found.out).toContain('9 items');
  });

  it('tells what to do when it can’t', async () => {
    expect(await ibid('ingest', join(folder, 'nowhere'), '--data', data())).toMatchObject({ code: 2 });
    mkdirSync(join(folder, 'pictures'));
    for (let at = 10; at < 22; at++) writeFileSync(join(folder, 'pictures', `${at}.gif`), 'x');
    const pictures = ['ingest', join(folder, 'pictures'), '--kb', 'Pictures', '--data', data()];
    const skipped = await ibid(...pictures);
    expect(skipped.code).toBe(1);
    expect(skipped.err).toContain('skipped 12: This kind of file is not read.\n    10.gif\n');
    expect(skipped.err).toContain('and 2 more (--verbose names them)');
    expect(skipped.err).not.toContain('20.gif');
    expect((await ibid(...pictures, '--verbose')).err).toContain('    21.gif');
    expect((await ibid('ask', 'x', '--kb', 'Nothing', '--data', data())).err).toContain('Known: ');
    expect((await ibid('ask', 'x', '--server', 'http://127.0.0.1:9')).err).toContain('ibid serve');
    expect(await ibid('search', 'x', '--mode', 'psychic', '--data', data())).toMatchObject({ code: 2 });
    expect(await ibid('serve', '--port', '99999')).toMatchObject({ code: 2 });
    expect((await ibid('eval', join(folder, 'nowhere'))).err).toContain('corpus.jsonl');
    expect((await ibid('--version')).out.trim()).toBe('9.9.9');
  });

  it('ORG-4 backs up, restores elsewhere, and checks both', async () => {
    const file = join(folder, 'backups', 'monday.tar.gz');
    const made = await ibid('backup', file, '--data', data());
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('read back and compared') });
    expect(made.err).toContain('not encrypted');
    expect((await ibid('backup', file, '--data', data())).code).toBe(2);
    expect((await ibid('backup', file, '--data', join(folder, 'nothing'), '--force')).err).toContain(
      '--data',
    );
    const elsewhere = join(folder, 'elsewhere');
    const restored = await ibid('restore', file, '--data', elsewhere);
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('ibid serve --data') });
    expect((await ibid('restore', file, '--data', elsewhere)).err).toContain('is not empty');
    expect((await ibid('restore', join(folder, 'none.tar.gz'), '--data', elsewhere)).code).toBe(2);
    for (const place of [data(), elsewhere])
      expect(await ibid('check', '--data', place)).toMatchObject({
        code: 0,
        out: expect.stringContaining('All is well'),
      });
    const there = await ibid('search', 'anchor', '--data', elsewhere, '--json');
    expect(there.out).toBe((await ibid('search', 'anchor', '--data', data(), '--json')).out);
  });

  it('KB-1 lists knowledge bases and documents, and deletes only what it is told to, when it is sure', async () => {
    const place = ['--data', data()];
    const bases = await ibid('list', ...place);
    expect(bases.out).toContain('Ship  9 documents');
    const documents = await ibid('list', 'ship', ...place);
    expect(documents.out.trim().split('\n')).toHaveLength(9);
    const [first] = (await ibid('list', 'Ship', '--json', ...place)).out.split('\n');
    const { name } = JSON.parse(first ?? '') as { name: string };
    expect(await ibid('list', 'Boat', ...place)).toMatchObject({
      code: 3,
      err: expect.stringContaining('Ship'),
    });
    expect(await ibid('delete', 'Ship', name, ...place)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--yes'),
    });
    expect((await ibid('delete', 'Ship', name, 'no-such.md', '--yes', ...place)).code).toBe(3);
    expect((await ibid('list', 'Ship', ...place)).out.trim().split('\n')).toHaveLength(9);
    expect((await ibid('delete', 'Ship', name, '--yes', ...place)).out).toContain(
      'Deleted 1 document of Ship',
    );
    expect((await ibid('list', 'Ship', ...place)).out.trim().split('\n')).toHaveLength(8);
    expect((await ibid('delete', 'ship', '--yes', ...place)).code).toBe(0);
    expect((await ibid('list', ...place)).out).not.toContain('Ship');
  });

  it('ORG-3 leaves no byte of what it deletes, without a server that would clean up', async () => {
    const place = ['--data', join(folder, 'emptied')];
    const path = join(folder, 'quay.md');
    writeFileSync(path, '# Quay\n\nThe quokkaberry sleeps in the zanzidrome.\n'.repeat(300));
    const filesWithIt = () =>
      readdirSync(join(folder, 'emptied'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => /quokkaberr|zanzidrom/iu.test(readFileSync(file, 'latin1')));
    expect((await ibid('ingest', path, '--kb', 'Quay', ...place)).code).toBe(0);
    expect((await ibid('search', 'quokkaberry', ...place)).out).toContain('zanzidrome');
    expect(filesWithIt()).not.toEqual([]);
    expect((await ibid('delete', 'Quay', '--yes', ...place)).code).toBe(0);
    expect(filesWithIt()).toEqual([]);

    // Text that a file no longer contains.
    const quay = join(folder, 'quay');
    mkdirSync(quay);
    const file = (text: string) => writeFileSync(join(quay, 'quay.md'), text);
    const ingest = async () => expect((await ibid('ingest', quay, '--kb', 'Quay', ...place)).code).toBe(0);
    file('# Quay\n\nThe quokkaberry sleeps in the zanzidrome.\n'.repeat(300));
    await ingest();
    expect(filesWithIt()).not.toEqual([]);
    file('# Quay\n\nNobody sleeps.\n');
    await ingest();
    expect(filesWithIt()).toEqual([]);

    // Past its retention.
    file('# Quay\n\nThe quokkaberry sleeps in the zanzidrome.\n'.repeat(300));
    await ingest();
    rmSync(quay, { recursive: true });
    const database = await openDatabase({ folder: join(folder, 'emptied') });
    await database.db.updateTable('items').set({ updated_at: '2020-01-01T00:00:00.000Z' }).execute();
    await database.db.deleteFrom('kept_folders').execute();
    const { id } = await database.db.selectFrom('knowledge_bases').select('id').executeTakeFirstOrThrow();
    await new SettingsRepository(database.db).set('retention', id, 30);
    await database.close();
    expect((await ibid('retention', ...place)).code).toBe(0);
    expect(filesWithIt()).not.toEqual([]);
    expect((await ibid('retention', '--run', ...place)).out).toContain('items: 1 deleted');
    expect(filesWithIt()).toEqual([]);
  });
});
