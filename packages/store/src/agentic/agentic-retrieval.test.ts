import { countTokens } from '@ibid/core/internal';
import { scriptedModel } from '@ibid/core/testing';
import { agenticContextSearch, defaultRetrievalSettings, trajectoryMarkdown } from '@ibid/retrieval/internal';
import type { KnowledgeStore } from '@ibid/retrieval';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ann, builtIn, hastyClock, openTestKnowledge, retrieve } from './agentic-kit.test-helper.js';
import { DynamicToolRepository } from './dynamic-tool-repository.js';

let kit: Awaited<ReturnType<typeof openTestKnowledge>>;
let films: string;

beforeEach(async () => {
  kit = await openTestKnowledge();
  films = await kit.makeBase('Films');
});
afterEach(() => kit.close());

const search = (query: string, base = films) => ({
  call: 'search_content',
  input: { knowledge_base: base, query },
});
const finish = { call: 'finish_retrieval', input: { reason: 'found' } };
const callContext = {
  callId: 'call',
  turnId: 'turn',
  conversationId: 'conversation',
  signal: new AbortController().signal,
  progress: () => {},
  conversationTokens: 0,
  availableTokens: 4_000,
  history: [],
};
const toolNames = (request: { tools?: readonly { name: string }[] }) =>
  request.tools?.map((tool) => tool.name) ?? [];

describe('AGR-2 strategy by class', () => {
  const [count, byName, content] = ['count_items_or_chunks', 'search_items_by_name', 'search_content'];
  const saved = ['save_search_results', 'search_shell'];

  it('offers an aggregate question one step and the count alone', async () => {
    await kit.put(films, 'Dawn', 'A film about a winch.');
    const model = scriptedModel([[{ call: 'count_items_or_chunks', input: { content_contains: 'winch' } }]]);
    const run = await retrieve(kit.knowledge, {
      question: 'How many documents mention the winch?',
      models: { search: model, classify: null },
    });
    model.assertFinished();
    expect(toolNames(model.requests[0]!)).toEqual(['count_items_or_chunks']);
    expect(run.evidence.counts).toMatchObject([{ count: 1, unit: 'items', listed: [{ title: 'Dawn' }] }]);
    expect(run.trajectory.classification.class).toBe('aggregate');
  });

  it.each([
    ['List all documents about films', 3, [count, byName, content, 'finish_retrieval']],
    ['Who directed Dawn?', 5, [byName, content, ...saved, 'finish_retrieval']],
    ['Explain the films', 5, [count, byName, content, ...saved, 'read_all', 'finish_retrieval']],
  ])('%s: %i steps, and its tools alone', async (question, steps, tools) => {
    await kit.put(films, 'Dawn', 'Dawn was directed by Mira Holt.');
    const model = scriptedModel(Array.from({ length: steps }, (_, index) => [search(`words ${index}`)]));
    const run = await retrieve(kit.knowledge, { question, models: { search: model, classify: null } });
    model.assertFinished();
    expect(toolNames(model.requests[0]!).toSorted()).toEqual(tools.toSorted());
    expect(run.trajectory.steps).toHaveLength(steps);
    expect(run.trajectory.outcome.reason).toBe('budget');
  });
});

describe('AGR-5 the loop', () => {
  it('does not let the agent finish while a base is unsearched', async () => {
    await kit.put(films, 'Dawn', 'Dawn was directed by Mira Holt.');
    const people = await kit.makeBase('People');
    await kit.put(people, 'Mira Holt', 'Mira Holt was born in Oslo.');
    const model = scriptedModel([[search('Dawn'), finish], [search('Dawn', people)], [finish]]);
    const run = await retrieve(kit.knowledge, {
      question: 'Who directed Dawn?',
      models: { search: model, classify: null },
    });
    model.assertFinished();
    expect(run.trajectory.steps[0]?.continued).toContain('People');
    expect(run.trajectory.outcome.reason).toBe('finished');
  });

  it('reads a numbered list to its end, and from its beginning, if the question asks for steps', async () => {
    const steps = (from: number, to: number) =>
      Array.from(
        { length: to - from + 1 },
        (_, index) => `${from + index}. Turn wheel ${from + index}.`,
      ).join('\n');
    await kit.put(
      films,
      'Starting the projector',
      `# Starting the projector\n\n${steps(1, 4)}`,
      steps(5, 8),
      `${steps(9, 10)}\n\nThe film runs.`,
      '1. Another list.\n2. Of the same document.',
    );
    for (let index = 0; index < 30; index += 1)
      await kit.put(films, `Projector ${index}`, `Starting the projector ${index} was hard.`);
    const ask = async (query: string, found: string) => {
      const model = scriptedModel([
        [{ call: 'search_content', input: { knowledge_base: films, query: found, top_k: 1 } }, finish],
        [finish],
      ]);
      const tool = agenticContextSearch({
        store: kit.knowledge.reader,
        viewer: ann,
        settings: defaultRetrievalSettings,
        models: { search: model, classify: null },
        dynamicTools: new DynamicToolRepository({ db: kit.database.db }),
        now: () => 0,
      });
      const outcome = await tool.execute({ query }, callContext);
      return (outcome.chunks ?? []).flatMap(({ title, ordinal }) =>
        title === 'Starting the projector' ? [ordinal] : [],
      );
    };
    expect(await ask('How do I start the projector?', 'Turn wheel 4')).toEqual([0, 1, 2]);
    expect(await ask('How many steps are there to start the projector?', 'Turn wheel 10 film runs')).toEqual([
      2, 0, 1,
    ]);
    expect(await ask('Who started the projector?', 'Turn wheel 4')).toEqual([0]);
  });

  it('points once to an item that was read in one place only', async () => {
    await kit.put(
      films,
      'Dawn',
      'Dawn was directed by Mira Holt.',
      'It was shot in winter.',
      'It cost little.',
      'The end.',
    );
    const model = scriptedModel([
      [{ call: 'search_content', input: { knowledge_base: films, query: 'Mira Holt', top_k: 1 } }, finish],
      (request) => {
        const name = toolNames(request as never).find((tool) => tool.startsWith('read_more_of'));
        return [{ call: name!, input: { from: 2, count: 2 } }, finish];
      },
    ]);
    const run = await retrieve(kit.knowledge, {
      question: 'What is known of Dawn?',
      models: { search: model, classify: null },
    });
    model.assertFinished();
    expect(run.trajectory.steps[0]?.continued).toContain('Dawn');
    expect(run.entries.map((entry) => entry.chunk.text)).toContain('It was shot in winter.');
  });

  it('KB-7 follows a mention as a second hop, and a name that is nobody’s title', async () => {
    await kit.put(films, 'Dawn', 'Dawn is a film directed by Mira Holt and shot near Lake Vanern.');
    await kit.put(films, 'Mira Holt', 'She was born in Oslo in 1931.');
    await kit.put(
      films,
      'Herring season',
      'The boats of Lake Vanern go out in May, when the young are born.',
    );
    for (let index = 0; index < 40; index += 1)
      await kit.put(films, `Filler ${index}`, `Nothing of note, part ${index}.`);
    const run = await retrieve(kit.knowledge, { question: 'Where was the director of Dawn born?' });
    const titles = run.entries.slice(0, 4).map((entry) => entry.chunk.title);
    expect(titles.slice(0, 2).toSorted()).toEqual(['Dawn', 'Mira Holt']);
    expect(run.entries.find((entry) => entry.chunk.title === 'Mira Holt')?.via.join()).toContain(
      'mentioned in Dawn',
    );
    expect(run.entries.map((entry) => entry.chunk.title)).toContain('Herring season');
  });

  it('goes on when a tool fails, is unknown, or gets wrong arguments, and tells the model', async () => {
    await kit.put(films, 'Dawn', 'Dawn was directed by Mira Holt.');
    const model = scriptedModel([
      [
        { call: 'search_content', input: { knowledge_base: 'nowhere', query: 'x' } },
        { call: 'search_content', input: { knowledge_base: films, query: 'x', top_k: 9_999 } },
        { call: 'no_such_tool', input: {} },
        { call: 'search_content', input: '{"broken' },
        search('Dawn'),
      ],
      [finish],
    ]);
    const run = await retrieve(kit.knowledge, {
      question: 'Who directed Dawn?',
      models: { search: model, classify: null },
    });
    const [step] = run.trajectory.steps;
    expect(step?.calls.map((call) => call.isError)).toEqual([false, true, true, true, false]);
    expect(step?.calls[0]?.result).toContain('There is no knowledge base "nowhere"');
    expect(step?.calls[1]?.result).toContain('Wrong arguments');
    expect(run.entries[0]?.chunk.title).toBe('Dawn');
  });

  it('tells a search that failed from one that found nothing', async () => {
    const tool = (store: KnowledgeStore, model = builtIn()) =>
      agenticContextSearch({
        store,
        viewer: ann,
        settings: defaultRetrievalSettings,
        models: { search: model, classify: null },
        dynamicTools: new DynamicToolRepository({ db: kit.database.db }),
        now: () => 0,
        clock: hastyClock,
      });
    await kit.put(films, 'Dawn', 'Dawn was directed by Mira Holt.');
    const { reader } = kit.knowledge;
    const broken = new Proxy(reader, {
      get: (target, name: keyof KnowledgeStore) =>
        name === 'search'
          ? () => Promise.reject(new Error('the index is being rebuilt'))
          : (...given: never[]) => (target[name] as (...all: never[]) => unknown).apply(target, given),
    });
    const ask = (one: ReturnType<typeof tool>, query: string) => one.execute({ query }, callContext);
    const failed = await ask(tool(broken), 'Who painted the lighthouse?');
    expect(failed).toMatchObject({ isError: true, chunks: [] });
    expect(failed.text).toContain('the index is being rebuilt');
    const noModel = await ask(
      tool(broken, scriptedModel([[{ error: new Error('Incorrect API key') }]])),
      'Who directed Dawn?',
    );
    expect(noModel).toMatchObject({ isError: true, text: expect.stringContaining('API key') });
    expect(await ask(tool(reader), 'Who directed Dawn?')).not.toHaveProperty('isError');
  });

  it('keeps what it has when the searching model fails', async () => {
    await kit.put(films, 'Dawn', 'Dawn was directed by Mira Holt.');
    const down = { error: new Error('rate limit') };
    const model = scriptedModel([[search('Dawn')], [down], [down], [down]]);
    const run = await retrieve(kit.knowledge, {
      question: 'Who directed Dawn?',
      models: { search: model, classify: null },
    });
    expect(run.trajectory.outcome).toMatchObject({ reason: 'failed' });
    expect(run.entries).toHaveLength(1);
  });

  it('AGR-5 asks the model again after a passing failure', async () => {
    await kit.put(films, 'Dawn', 'Dawn was directed by Mira Holt.');
    const model = scriptedModel([[{ error: new Error('server_error') }], [search('Dawn')], [finish]]);
    const told: string[] = [];
    const run = await retrieve(kit.knowledge, {
      question: 'Who directed Dawn?',
      models: { search: model, classify: null },
      onRetry: (words) => told.push(words),
    });
    expect(run.trajectory.outcome.reason).toBe('finished');
    expect(run.entries).toHaveLength(1);
    expect(told).toEqual([expect.stringContaining('Trying again (attempt 2)')]);
  });

  it('CTX-10 keeps every prompt within the window of its model, and the evidence with it', async () => {
    for (let index = 0; index < 8; index += 1)
      await kit.put(
        films,
        `Dawn ${index}`,
        ...Array.from({ length: 6 }, (_, part) => `Dawn ${index}.${part} on winches. `.repeat(20)),
      );
    const played = async (searchWindow: number) => {
      const steps = Array.from({ length: 5 }, (_, step) => [
        search(`Dawn ${step}`),
        search(`winches ${step}`),
      ]);
      const model = scriptedModel(steps);
      const run = await retrieve(kit.knowledge, {
        question: 'Who directed Dawn?',
        models: { search: model, classify: null, searchWindow },
      });
      const sent = model.requests.map(({ prompt, tools }) => countTokens(JSON.stringify([prompt, tools])));
      return { run, sent, requests: model.requests };
    };
    const large = await played(100_000);
    expect(Math.max(...large.sent)).toBeGreaterThan(4_096);
    for (const window of [2_048, 4_096]) {
      const { run, sent, requests } = await played(window);
      expect(sent).toHaveLength(5);
      for (const tokens of sent) expect(tokens).toBeLessThan(window);
      expect(JSON.stringify(requests.at(-1)?.prompt)).toContain('Left out to make room');
      expect(run.entries.map(({ chunk }) => chunk.chunkId)).toEqual(
        large.run.entries.map(({ chunk }) => chunk.chunkId),
      );
    }
    const none = await played(600);
    expect(none.sent).toEqual([]);
    expect(none.run.trajectory.outcome.detail).toContain('One plain search was made instead');
    expect(none.run.entries.length).toBeGreaterThan(0);
  });

  it('CTX-10 sorts and searches for a question that is longer than the window', async () => {
    await kit.put(films, 'Dawn', 'Dawn was directed by Mira Holt.');
    const question = `Dawn, ${'and what the critics of the day wrote of it, '.repeat(300)}director`;
    for (const window of [2_048, 4_096]) {
      const classify = scriptedModel([[{ text: '{"class":"targeted","knowledge_bases":[]}' }]]);
      const model = scriptedModel([[search('Dawn director')], [finish]]);
      const run = await retrieve(kit.knowledge, {
        question,
        models: { search: model, classify, searchWindow: window, classifyWindow: window },
      });
      expect(run.trajectory.classification.decidedBy).toBe('model');
      expect(run.trajectory.outcome.reason).toBe('finished');
      const requests = [...classify.requests, ...model.requests];
      expect(requests).toHaveLength(3);
      for (const { prompt, tools, maxOutputTokens } of requests) {
        const tokens = countTokens(JSON.stringify([prompt, tools ?? []]));
        expect(tokens + (maxOutputTokens ?? 0)).toBeLessThan(window);
        expect(JSON.stringify(prompt)).toMatch(/Dawn, and what .*\[… \d+ characters …\].* it, director/u);
      }
    }
  });

  it('AGR-5 searches plainly, and says so, when the model keeps failing or hangs', async () => {
    await kit.put(films, 'Dawn', 'Dawn was directed by Mira Holt.');
    await kit.put(films, 'Tide', 'A film about the sea.');
    const down = { error: new Error('server_error') };
    const hanging = { ...builtIn(), doGenerate: () => new Promise<never>(() => {}) };
    const cases = [
      { search: scriptedModel([[down], [down], [down]]), clock: hastyClock },
      {
        search: hanging,
        clock: { ...hastyClock, after: (_: number, due: () => void) => (queueMicrotask(due), () => {}) },
      },
    ];
    for (const { search: model, clock } of cases) {
      const steps: number[] = [];
      const run = await retrieve(kit.knowledge, {
        question: 'Who directed Dawn?',
        models: { search: model, classify: null },
        clock,
        onStep: ({ step }) => steps.push(step),
      });
      expect(run.trajectory.outcome).toMatchObject({
        reason: 'failed',
        detail: expect.stringContaining('One plain search was made instead'),
      });
      expect(run.entries[0]?.chunk).toMatchObject({ title: 'Dawn', text: expect.stringContaining('Mira') });
      expect(steps).toEqual([1]);
      expect(trajectoryMarkdown(run.trajectory)).toContain('One plain search with the question’s own words');
    }
  });

  it('FLOW-7 stops with the turn and keeps what it has', async () => {
    await kit.put(films, 'Dawn', 'Dawn was directed by Mira Holt.');
    const stop = new AbortController();
    const model = scriptedModel([[search('Dawn')], [search('more')]]);
    const run = await retrieve(kit.knowledge, {
      question: 'Who directed Dawn?',
      models: { search: model, classify: null },
      signal: stop.signal,
      onStep: () => stop.abort(),
    });
    expect(run.trajectory.outcome.reason).toBe('stopped');
    expect(run.entries).toHaveLength(1);
    expect(model.requests).toHaveLength(1);
  });

  it('counts every token, the classifier’s too', async () => {
    await kit.put(films, 'Dawn', 'Dawn was directed by Mira Holt.');
    const usage = { usage: { inputTokens: 100, outputTokens: 10 } };
    const classify = scriptedModel([[{ text: '{"class":"targeted","knowledge_bases":[]}' }, usage]]);
    const model = scriptedModel([
      [search('Dawn'), usage],
      [finish, usage],
    ]);
    const run = await retrieve(kit.knowledge, {
      question: 'Dawn director',
      models: { search: model, classify },
    });
    expect(run.trajectory.classification).toMatchObject({ class: 'targeted', decidedBy: 'model' });
    expect(run.trajectory.usage).toMatchObject({ inputTokens: 300, outputTokens: 30 });
  });

  it('AGR-1 takes a failed or senseless classification for exploratory', async () => {
    for (const act of [{ text: 'no idea' }, { error: new Error('down') }]) {
      const run = await retrieve(kit.knowledge, {
        question: 'Dawn director',
        models: { search: builtIn(), classify: scriptedModel([[act]]) },
      });
      expect(run.trajectory.classification).toMatchObject({ class: 'exploratory', decidedBy: 'fallback' });
    }
  });
});

describe('AGR-8 trajectory', () => {
  it('is the same, byte for byte, for the same answers of the model', async () => {
    await kit.put(films, 'Dawn', 'Dawn was directed by Mira Holt.', 'It was shot in winter.');
    await kit.put(films, 'Mira Holt', 'Mira Holt was born in Oslo.');
    const record = async () => {
      const model = scriptedModel([[search('Dawn'), search('winter')], [finish]]);
      const run = await retrieve(kit.knowledge, {
        question: 'Who directed Dawn?',
        models: { search: model, classify: null },
      });
      return { json: JSON.stringify(run.trajectory), markdown: trajectoryMarkdown(run.trajectory) };
    };
    const first = await record();
    expect(await record()).toEqual(first);
    expect(first.markdown).toContain('# Who directed Dawn?');
    expect(first.markdown).toContain('`search_content`');
  });
});
