import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from '@hono/zod-openapi';
import type { TurnView } from '@ibid/core/turn-view';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedbackOfTurnSchema, FeedbackRowSchema, FeedbackTrendSchema } from '../api/schemas/index.js';
import type { IbidServer } from '../create-server.js';
import { startLoginServer, type LoggedIn } from './login-server.js';

type Said = z.infer<typeof FeedbackOfTurnSchema>;
type Row = z.infer<typeof FeedbackRowSchema>;
type Trend = z.infer<typeof FeedbackTrendSchema>;

let folder: string;
let server: IbidServer;
let root: LoggedIn;
let ann: LoggedIn;
let add: (name: string) => Promise<LoggedIn>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-feedback-'));
  ({ server, root, add } = await startLoginServer({ dataFolder: folder }));
  ann = await add('ann');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A knowledge base with one document, and an answer that cites it. */
async function answered(person: LoggedIn, words: { text: string; question: string }) {
  const { client } = person;
  const base = await client.post<{ id: string }>('/api/knowledge-bases', {
    name: words.question.slice(0, 40),
  });
  const form = new FormData();
  form.append('files', new Blob([words.text]), 'rules.md');
  const { body } = await client.send<{ jobId: string }>(
    'POST',
    `/api/knowledge-bases/${base.id}/uploads`,
    form,
  );
  await expect.poll(async () => (await client.get(`/api/jobs/${body.jobId}`))['state']).toBe('done');
  const { id } = await client.newConversation();
  const turn = await client.ask(id, words.question);
  await client.events(turn.turnId);
  const { messages } = await client.get<{ messages: { view?: TurnView }[] }>(
    `/api/conversations/${id}/messages`,
  );
  const blocks = messages.at(-1)?.view?.blocks ?? [];
  const citations = blocks.flatMap((block) =>
    block.kind === 'text' && !block.narration ? block.citations : [],
  );
  return { baseId: base.id, conversationId: id, turnId: turn.turnId, citations };
}

const say = async (person: LoggedIn, turnId: string, change: object) =>
  (await person.client.send<Said>('PATCH', `/api/turns/${turnId}/feedback`, change)).body.feedback;
const rows = async (person: LoggedIn, query = '') =>
  (await person.client.get<{ rows: Row[] }>(`/api/feedback${query}`)).rows;

const LEAVE = {
  text: '# Leave\n\nEmployees may take 180 days of parental leave after the birth of a child.',
  question: 'How many days of parental leave may employees take?',
};

describe('ANS-5 feedback', () => {
  it('is said, changed, marked on citations, and taken back, with what was shown kept beside it', async () => {
    const { turnId, conversationId, citations } = await answered(ann, LEAVE);
    const [citation] = citations;
    expect(citation).toBeDefined();
    const first = await say(ann, turnId, { verdict: 'wrong', reasons: ['outdated'], comment: ' See 2024. ' });
    expect(first).toMatchObject({
      verdict: 'wrong',
      reasons: ['outdated'],
      comment: 'See 2024.',
      isShared: false,
    });
    // Changes are serialised; none is lost.
    await Promise.all([
      say(ann, turnId, { citations: { [citation!.citationId]: 'right' } }),
      say(ann, turnId, { isShared: true }),
    ]);
    const [row] = await rows(ann);
    expect(row).toMatchObject({
      id: first?.id,
      person: null,
      isShared: true,
      citations: { [citation!.citationId]: 'right' },
      question: LEAVE.question,
    });
    expect(row?.shown[0]).toMatchObject({ verdict: citation!.verdict, passage: citation!.passage });
    expect(row?.sources[0]?.chunks[0]?.text).toContain('180 days');
    // A new verdict clears the reasons.
    expect(await say(ann, turnId, { verdict: 'right' })).toMatchObject({
      reasons: [],
      comment: 'See 2024.',
    });
    const ofConversation = await ann.client.get<{ rows: object[] }>(
      `/api/conversations/${conversationId}/feedback`,
    );
    expect(ofConversation.rows).toMatchObject([{ turnId, verdict: 'right' }]);
    await say(ann, turnId, { verdict: null });
    expect(await rows(ann)).toMatchObject([{ verdict: null, comment: '' }]);
    expect(await say(ann, turnId, { citations: { [citation!.citationId]: null } })).toBeNull();
    expect(await rows(ann)).toEqual([]);
    for (const [change, status] of [
      [{ citations: { nowhere: 'right' } }, 404],
      [{ verdict: 'perhaps' }, 400],
      [{ verdict: 'wrong', reasons: ['because'] }, 400],
    ] as const)
      expect((await ann.client.send('PATCH', `/api/turns/${turnId}/feedback`, change)).status).toBe(status);
  });

  it('is private: administrators have figures, and what the person shares, without documents they may not see', async () => {
    const bea = await add('bea');
    const { turnId, conversationId, citations } = await answered(bea, LEAVE);
    const marks = Object.fromEntries(citations.map(({ citationId }) => [citationId, 'right']));
    await say(bea, turnId, { verdict: 'right', citations: marks });
    expect(await rows(root, '?whose=shared')).toEqual([]);
    expect(await rows(root)).toEqual([]);
    const figures = await root.client.get<Trend>('/api/feedback/trend?whose=everybody');
    expect(figures.total).toMatchObject({ right: 1, wrong: 0, supportedRight: citations.length });
    expect(figures.people).toBe(1);
    expect(JSON.stringify(figures)).not.toContain('parental');
    for (const path of ['?whose=shared', '/trend?whose=everybody', '/export?whose=shared'])
      expect((await ann.client.send('GET', `/api/feedback${path}`)).status).toBe(403);
    expect(
      (await root.client.send('PATCH', `/api/turns/${turnId}/feedback`, { verdict: 'wrong' })).status,
    ).toBe(404);
    await say(bea, turnId, { isShared: true });
    const [shared] = await rows(root, '?whose=shared');
    expect(shared).toMatchObject({ person: 'bea', question: LEAVE.question, verdict: 'right', queries: [] });
    expect(shared?.shown[0]?.passage).toBeNull();
    expect(shared?.sources[0]?.chunks).toEqual([]);

    // A user with whom the conversation is shared can give their own feedback while it is shared.
    const sharing = { visibility: 'shared', sharedWithUsers: [ann.id] };
    await bea.client.send('PATCH', `/api/conversations/${conversationId}`, { sharing });
    await say(ann, turnId, { verdict: 'wrong', isShared: true });
    expect(await rows(ann)).toHaveLength(1);
    const seenByRoot = async () => new Set((await rows(root, '?whose=shared')).map(({ person }) => person));
    expect(await seenByRoot()).toEqual(new Set(['ann', 'bea']));
    expect((await rows(ann))[0]?.sources[0]?.chunks ?? []).toEqual([]);
    expect(await rows(bea)).toMatchObject([{ verdict: 'right' }]);
    await bea.client.send('PATCH', `/api/conversations/${conversationId}`, {
      sharing: { visibility: 'private' },
    });
    expect(await rows(ann)).toEqual([]);
    // Nor does she show it to anybody else any more.
    expect(await seenByRoot()).toEqual(new Set(['bea']));
    expect((await root.client.send<string>('GET', '/api/feedback/export?whose=shared')).body).not.toContain(
      '"person":"ann"',
    );

    const erased = await root.client.send('DELETE', `/api/users/${bea.id}?conversations=keep`);
    expect(erased.body).toMatchObject({ deleted: { feedback: 1, conversations: 0 } });
    expect(await rows(root, '?whose=shared')).toEqual([]);
  });

  it('goes with its conversation, loses the words of deleted documents, and is deleted at a wish', async () => {
    const cleo = await add('cleo');
    const kept = await answered(cleo, LEAVE);
    const gone = await answered(cleo, { ...LEAVE, text: LEAVE.text.replace('180', '190') });
    for (const { turnId } of [kept, gone]) await say(cleo, turnId, { verdict: 'right' });
    const lines = (await cleo.client.send<string>('GET', '/api/feedback/export')).body;
    const exported = String(lines).trim().split('\n');
    expect(exported.map((line) => (JSON.parse(line) as Row).turnId)).toEqual([gone.turnId, kept.turnId]);

    await cleo.client.send('DELETE', `/api/conversations/${gone.conversationId}`);
    expect(await rows(cleo)).toMatchObject([{ turnId: kept.turnId }]);

    const itemId = kept.citations[0]?.itemId ?? '';
    expect((await rows(cleo))[0]?.sources[0]?.chunks).not.toEqual([]);
    expect((await cleo.client.send('DELETE', `/api/items/${itemId}`)).status).toBe(204);
    const [left] = await rows(cleo);
    expect(left?.sources.find((source) => source.itemId === itemId)?.chunks).toEqual([]);
    expect(left?.shown.find((citation) => citation.itemId === itemId)?.passage).toBeNull();

    const [row] = await rows(cleo);
    expect((await ann.client.send('DELETE', `/api/feedback/${row?.id}`)).status).toBe(404);
    expect((await cleo.client.send('DELETE', `/api/feedback/${row?.id}`)).status).toBe(204);
    await say(cleo, kept.turnId, { verdict: 'wrong' });
    expect((await cleo.client.send('DELETE', '/api/feedback')).body).toEqual({ deleted: 1 });
    expect(await rows(cleo)).toEqual([]);

    const audit = await root.client.get<{ rows: { action: string; details: object }[] }>(
      `/api/audit?actorId=${cleo.id}&limit=50`,
    );
    const told = audit.rows.filter(({ action }) => action.startsWith('feedback'));
    expect(told.map(({ action }) => action)).toEqual([
      'feedback.delete-all',
      'feedback.delete',
      'feedback.export',
    ]);
    expect(JSON.stringify(audit.rows)).not.toContain('parental');
  });
});
