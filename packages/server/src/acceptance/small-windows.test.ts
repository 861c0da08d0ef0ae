import { readdir, readFile } from 'node:fs/promises';
import { countTokens } from '@ibid/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDED_MODEL, RecordedServer, type RecordedTurn } from './recorded-server.js';
import { contentText, type DecideInference } from './scripted-openai.js';

const sample = new URL('../../../cli/sample/', import.meta.url);
let server: RecordedServer;

beforeAll(async () => {
  server = await RecordedServer.start();
  const names = (await readdir(sample)).filter((name) => name.endsWith('.md'));
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(new URL(name, sample), 'utf8')] as const),
  );
  await server.addBase('Sample', Object.fromEntries(files));
});

afterAll(() => server.close());

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\d]{4,}/gu));

/** What a small model that follows its instructions does: searches, then quotes the best sentence with its number. */
const searchAndQuote =
  (question: string, name = 'retrieve_context'): DecideInference =>
  ({ messages }) => {
    const last = messages.at(-1)?.role === 'user' ? messages.at(-2) : messages.at(-1);
    if (last?.role !== 'tool') return { call: [{ name, input: { query: question } }] };
    const { documents } = JSON.parse(contentText(last.content)) as {
      documents: { document: number; contents: string }[];
    };
    const asked = wordsOf(question);
    const shared = (text: string) => [...wordsOf(text)].filter((word) => asked.has(word)).length;
    const sentences = documents.flatMap(({ document, contents }) =>
      contents
        .split(/(?<=\.)\s+|\n+/u)
        .filter((sentence) => /^[A-Z][^|#]{20,}\.$/u.test(sentence))
        .map((sentence) => ({ document, sentence, shared: shared(sentence) })),
    );
    const [best] = sentences.sort((left, right) => right.shared - left.shared);
    return { say: best ? `${best.sentence.slice(0, -1)} [${best.document}].` : 'Nothing was found.' };
  };

const questions = [
  { question: 'What is the depth limit for a scuba dive with nitrox?', title: /diving/iu },
  { question: 'Who approved the budget for 2026?', title: /budget/iu },
  { question: 'When does the crew muster for the abandon ship drill?', title: /safety|crew/iu },
  { question: 'Which winch was repaired and what did the maintenance cost?', title: /maintenance/iu },
  { question: 'What did the voyage to the Azores vents find?', title: /azores/iu },
  { question: 'What was measured on the Greenland voyage?', title: /greenland/iu },
];

/** Recognises the task by words of its instructions. */
const ASKED_FOR: [string, string][] = [
  ['plan', 'You plan a report'],
  ['title', 'Write a title'],
  ['summary', 'the beginning of a document'],
];
const SAID: Record<string, string> = {
  plan: '[{"title": "Winches", "question": "Which winch was repaired?"}]',
  title: 'Voyages',
  summary: '{"summary": "It is about a voyage.", "questions": []}',
};

describe.each([2_048, 4_096])('CTX-10 a conversation in a window of %i tokens', (window) => {
  const turns: RecordedTurn[] = [];
  let conversationId: string;

  it('searches, answers and cites, question after question', async () => {
    await server.set({
      windows: { [RECORDED_MODEL]: window },
      tools: { agentic: false, searchFirst: 'never' },
    });
    ({ id: conversationId } = await server.client.newConversation());
    for (const { question, title } of questions) {
      server.decide = searchAndQuote(question);
      const parentMessageId = turns.at(-1)?.messageId ?? null;
      const turn = await server.ask(conversationId, question, { parentMessageId });
      turns.push(turn);
      expect(turn.packets.at(-1), question).toMatchObject({ type: 'turn-stop', reason: 'complete' });
      expect(turn.prompts, question).toHaveLength(2);
      const found = turn.packets.flatMap((packet) => (packet.type === 'tool-sources' ? packet.sources : []));
      expect(found.map((source) => source.title).join(), question).toMatch(title);
      const cited = turn.packets.flatMap((packet) => (packet.type === 'citation' ? [packet.citation] : []));
      expect(cited.at(-1), `${question} ${turn.answer}`).toMatchObject({ verdict: 'supported' });
    }
  });

  it('never sends more than the window holds, the answer included', () => {
    for (const { prompts, reports } of turns) {
      expect(reports).toHaveLength(prompts.length);
      for (const [step, prompt] of prompts.entries()) {
        const { budget, totalTokens } = reports[step]!;
        expect(budget.window).toBe(window);
        expect(totalTokens).toBeLessThanOrEqual(budget.available);
        expect(countTokens(prompt) + budget.reservedOutput).toBeLessThanOrEqual(window);
      }
    }
  });

  it('says that prompt and definitions are the short ones', () => {
    for (const { reports } of turns)
      for (const { shortForm } of reports)
        expect(shortForm).toMatch(
          new RegExp(`the window has ${window} tokens; not offered: .*list_refs`, 'u'),
        );
  });

  it('CTX-12 reads a turn that was left out again, by the handle that the report and the model were given', async () => {
    const question = 'And what was the very first answer that you gave me in this conversation?';
    let named = '';
    server.decide = ({ messages }) => {
      const since = messages.slice(
        messages.findLastIndex(({ content }) => contentText(content) === question),
      );
      const calls = since.filter(({ tool_calls }) => (tool_calls?.length ?? 0) > 0).length;
      // A search that returns more than fits next to past turns.
      if (calls === 0)
        return {
          call: [{ name: 'retrieve_context', input: { query: 'crew ship voyage dive budget', top_k: 20 } }],
        };
      if (calls > 1) return { say: 'It was read again.' };
      named = /turns? of this conversation: (fd:\d+)/u.exec(JSON.stringify(messages))?.[1] ?? '';
      return { call: [{ name: 'read_fd', input: { fd: named } }] };
    };
    const turn = await server.ask(conversationId, question, { parentMessageId: turns.at(-1)!.messageId });
    expect(turn.packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'complete' });
    expect(named).toMatch(/^fd:\d+$/u);
    const removals = turn.reports.flatMap((report) => report.removals);
    expect(removals.some(({ kind, action }) => kind === 'user' && action === 'dropped')).toBe(true);
    expect(removals.every(({ descriptor }) => descriptor !== null)).toBe(true);
    const results = turn.packets.flatMap((packet) => (packet.type === 'tool-result' ? [packet.text] : []));
    expect(results.join()).toContain('<fd_content');
  });

  it('fits what is asked beside the answer too: a plan, a title, a document in short', async ({
    onTestFinished,
  }) => {
    onTestFinished(() => server.set({ models: { small: null } }));
    await server.set({
      windows: { [RECORDED_MODEL]: window },
      models: { small: RECORDED_MODEL },
      tools: { agentic: false, searchFirst: 'never' },
    });
    const said = new Set<string>();
    server.decide = ({ messages }) => {
      const system = contentText(messages[0]?.content);
      const kind = ASKED_FOR.find(([, words]) => system.includes(words))?.[0] ?? 'answer';
      said.add(kind);
      return { say: SAID[kind] ?? 'Done.' };
    };
    const from = server.sent.length;
    const long = (about: string) =>
      `The ${about}, and ${'what the chief engineer wrote of it, '.repeat(400)}`;
    const { id } = await server.client.newConversation();
    const turn = await server.ask(id, long('voyages'));
    expect(turn.packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'complete' });
    const report = await server.client.post<{ plan?: unknown; sections: { title: string }[] }>(
      '/api/reports',
      { question: long('winches').slice(0, 4_000) },
    );
    expect(report.sections.map(({ title }) => title)).toEqual(['Winches']);
    const { rows } = await server.client.post<{ rows: { itemId: string }[] }>('/api/search', {
      // One without a stored summary.
      query: window === 2_048 ? 'Azores vents' : 'budget 2026',
    });
    await server.client.post(`/api/items/${rows[0]!.itemId}/summary`, {});
    await expect.poll(() => [...said].sort()).toEqual(['answer', 'plan', 'summary', 'title']);
    for (const { prompt, limit } of server.sent.slice(from))
      expect(countTokens(prompt) + (limit ?? 0), prompt.slice(0, 300)).toBeLessThanOrEqual(window);
  });
});

describe('CTX-11 a larger window', () => {
  it('shows no less of what a search found than a smaller one, whatever form its instructions have', async () => {
    const shown: number[] = [];
    for (const window of [4_096, 7_001, 8_192, 12_001]) {
      await server.set({ windows: { [RECORDED_MODEL]: window } });
      const search = { query: 'crew ship voyage dive budget', top_k: 20 };
      server.script([{ call: [{ name: 'retrieve_context', input: search }] }]);
      const turn = await server.ask((await server.client.newConversation()).id, 'What is there?');
      const results = turn.reports.at(-1)!.parts.filter(({ kind }) => kind === 'tool-result');
      shown.push(results.reduce((sum, { tokens }) => sum + tokens, 0));
      expect(turn.reports.at(-1)!.briefTools).toBe(
        window === 7_001 || window === 8_192 ? `the window has ${window} tokens` : undefined,
      );
    }
    expect(shown).toEqual(shown.toSorted((left, right) => left - right));
  });
});

/** No rule classifies a question without a question word. */
const unsorted = questions.map(({ question, title }) => ({
  question: question.replace(/^\w+ (?:(?:is|did|does|was) )?/u, '').replace('?', ''),
  title,
}));

describe.each([2_048, 4_096])(
  'CTX-10 CTX-11 a conversation in %i tokens where an agent searches',
  (window) => {
    it('sorts, searches, answers and cites within them, and finds the same as in a fresh conversation', async ({
      onTestFinished,
    }) => {
      onTestFinished(() => server.set({ models: { classifying: null } }));
      await server.set({
        windows: { [RECORDED_MODEL]: window },
        models: { classifying: RECORDED_MODEL },
        tools: { agentic: true, searchFirst: 'never' },
      });
      // More bases than there is room to name.
      const description = 'Letters of the yard, with what was ordered, paid and sent back. '.repeat(10);
      for (let number = 0; number < 12; number += 1)
        await server.client.post('/api/knowledge-bases', { name: `Yard ${window} ${number}`, description });
      const bases = await server.client.get<{ rows: { id: string; name: string }[] }>('/api/knowledge-bases');
      const knowledge_base = bases.rows.find(({ name }) => name === 'Sample')!.id;
      const asked = new Map<string, number>();
      const ask = async (conversationId: string, question: string, parentMessageId: string | null) => {
        let searches = 0;
        const noted = (kind: string) => asked.set(kind, (asked.get(kind) ?? 0) + 1);
        server.decide = (request) => {
          if (contentText(request.messages[0]?.content).includes('You sort questions')) {
            noted('sort');
            return { say: JSON.stringify({ class: 'targeted', knowledge_bases: [knowledge_base] }) };
          }
          if (!request.tools.includes('finish_retrieval')) {
            noted('answer');
            return searchAndQuote(question, 'agentic_context_search')(request);
          }
          noted('search');
          searches += 1;
          if (searches > 2) return { call: [{ name: 'finish_retrieval', input: { reason: 'Found.' } }] };
          // The second returns more than there is room for.
          const [query, top_k] = searches === 1 ? [question, 5] : ['crew ship voyage dive budget', 20];
          return { call: [{ name: 'search_content', input: { knowledge_base, query, top_k } }] };
        };
        const turn = await server.ask(conversationId, question, { parentMessageId });
        expect(turn.packets.at(-1), question).toMatchObject({ type: 'turn-stop', reason: 'complete' });
        return turn;
      };
      /** What was shown, without the numbers, which differ by conversation. */
      const shownIn = ({ reports }: RecordedTurn) =>
        reports.at(-1)!.parts.flatMap(({ kind, text }) => {
          if (kind !== 'tool-result') return [];
          const { documents } = JSON.parse(text) as { documents: { title: string; contents: string }[] };
          return documents.map(({ title, contents }) => [title, contents]);
        });
      const from = server.sent.length;
      const { id } = await server.client.newConversation();
      let last: RecordedTurn | null = null;
      for (const { question, title } of unsorted) {
        last = await ask(id, question, last?.messageId ?? null);
        const found = last.packets.flatMap((packet) =>
          packet.type === 'tool-sources' ? packet.sources : [],
        );
        expect(found.map((source) => source.title).join(), question).toMatch(title);
        const cited = last.packets.flatMap((packet) => (packet.type === 'citation' ? [packet.citation] : []));
        expect(cited.at(-1), `${question} ${last.answer}`).toMatchObject({ verdict: 'supported' });
      }
      const turns = unsorted.length;
      expect(Object.fromEntries(asked)).toEqual({ sort: turns, search: 3 * turns, answer: 2 * turns });
      expect(last!.reports.at(-1)!.removals.some(({ action }) => action === 'dropped')).toBe(true);
      const fresh = await ask((await server.client.newConversation()).id, unsorted.at(-1)!.question, null);
      expect(shownIn(fresh).length).toBeGreaterThan(0);
      expect(shownIn(last!)).toEqual(shownIn(fresh));
      for (const { prompt, limit } of server.sent.slice(from))
        expect(countTokens(prompt) + (limit ?? 0), prompt.slice(0, 300)).toBeLessThanOrEqual(window);
    });
  },
);
