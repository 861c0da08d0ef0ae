import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TurnView } from '@ibid/core/turn-view';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../connect.js';
import { ibid } from '../run-command.test-helper.js';

let folder: string;
const data = () => join(folder, 'data');
const run = (...words: string[]) => ibid(...words, '--data', data());

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-cli-feedback-'));
  vi.stubEnv('OLLAMA_HOST', 'off');
  mkdirSync(join(folder, 'docs'));
  const write = (name: string, text: string) => writeFileSync(join(folder, 'docs', name), text);
  write('leave.md', '# Leave\n\nEmployees may take 180 days of parental leave.');
  write('dogs.md', '# Dogs\n\nDogs are allowed in the office on Fridays.');
  await run('ingest', join(folder, 'docs'), '--kb', 'Rules');
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** As the page does: asks, then judges the answer and each citation. */
async function judge(question: string, mark: 'right' | 'wrong'): Promise<void> {
  const connection = await connect({ data: data() });
  try {
    const { client } = connection;
    const { id } = await client.request('POST /api/conversations', { body: {} });
    const { turnId } = await client.request('POST /api/conversations/{id}/turns', {
      path: { id },
      body: { text: question, parentMessageId: null },
    });
    await expect
      .poll(async () => (await client.request('GET /api/turns/{id}', { path: { id: turnId } })).status)
      .toBe('complete');
    const { messages } = await client.request('GET /api/conversations/{id}/messages', { path: { id } });
    const last = messages.at(-1) as { view?: TurnView } | undefined;
    const cited = last?.view?.blocks.flatMap((block) => (block.kind === 'text' ? block.citations : [])) ?? [];
    expect(cited.length).toBeGreaterThan(0);
    const citations = Object.fromEntries(cited.map(({ citationId }) => [citationId, mark]));
    await client.request('PATCH /api/turns/{id}/feedback', {
      path: { id: turnId },
      body: { verdict: mark, comment: `Because it is ${mark}.`, citations },
    });
  } finally {
    await connection.close();
  }
}

describe('ANS-5 feedback on the command line', () => {
  it('says so where there is none', async () => {
    expect(await run('feedback')).toMatchObject({ code: 3, out: '' });
    expect(await run('eval', 'feedback')).toMatchObject({ code: 3, out: '' });
    expect((await run('feedback', 'forget')).code).toBe(2);
    expect((await run('feedback', 'delete')).code).toBe(2);
  });

  it('is listed, exported, replayed against the documents of today, and deleted', async () => {
    await judge('How many days of parental leave may employees take?', 'right');
    await judge('Are dogs allowed in the office?', 'wrong');
    const listed = await run('feedback');
    expect(listed.out).toContain('right  How many days of parental leave may employees take?');
    expect(listed.out).toContain('“Because it is wrong.”');
    const file = join(folder, 'feedback.jsonl');
    await run('feedback', 'export', '-o', file);
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; question: string });
    expect(rows.map(({ question }) => question)).toEqual([
      'Are dogs allowed in the office?',
      'How many days of parental leave may employees take?',
    ]);

    const before = await run('eval', 'feedback', '--json');
    const figures = JSON.parse(before.out) as {
      passages: { found: number; wanted: number };
      worse: unknown[];
    };
    expect(figures).toMatchObject({ answers: { judged: 2, right: 1 }, worse: [] });
    expect(figures.passages.found).toBe(figures.passages.wanted);
    // Asks again only if confirmed, and leaves no trace.
    const unsure = await run('eval', 'feedback', '--ask');
    expect(unsure).toMatchObject({ code: 2, out: '' });
    expect(unsure.err).toMatch(/2 questions are asked again.*\d+ tokens.*Add --yes/su);
    const again = await run('eval', 'feedback', '--ask', '--yes', '--json');
    const { asked } = JSON.parse(again.out) as { asked: unknown };
    expect(asked).toEqual([
      {
        claims: expect.anything(),
        wanted: { cited: 0, all: 0 },
        unwanted: expect.objectContaining({ cited: 1 }),
        error: null,
      },
      {
        claims: expect.objectContaining({ supported: expect.any(Number) }),
        wanted: expect.objectContaining({ cited: 1 }),
        unwanted: { cited: 0, all: 0 },
        error: null,
      },
    ]);
    expect((await run('eval', 'feedback', '--ask', '--yes')).out).toContain('Asked again: 2\n');
    // The document behind an answer judged right now says something else.
    writeFileSync(
      join(folder, 'docs', 'leave.md'),
      '# Leave\n\nAsk the personnel office about the birth of a child.',
    );
    await run('ingest', join(folder, 'docs'), '--kb', 'Rules');
    const after = await run('eval', 'feedback');
    expect(after.out).toMatch(/Worse: [1-9]/u);
    expect(after.out).toContain('is no longer found');

    expect((await run('feedback', 'delete', rows[0]!.id)).err).toContain('would be deleted');
    await run('feedback', 'delete', rows[0]!.id, '--yes');
    expect((await run('feedback', '--json')).out.trim().split('\n')).toHaveLength(1);
    expect((await run('feedback', 'delete', '--all', '--yes')).err).toContain(
      'Feedback on 1 answer deleted.',
    );
    expect((await run('feedback')).code).toBe(3);
  });
});
