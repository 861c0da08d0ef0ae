import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../messages/tool.js';
import { createToolbox } from './create-toolbox.js';

const papers = [
  { id: 'tower', text: 'The tower was built in 1889. It is 330 metres tall.' },
  { id: 'bridge', text: 'The bridge opened in 1932.' },
];
const search = defineTool({
  name: 'search',
  description: 'Finds papers.',
  inputSchema: z.object({ query: z.string() }),
  isSearch: true,
  guidance: 'One word a query.',
  execute: async ({ query }) => ({
    text: '',
    chunks: papers
      .filter(({ text }) => text.includes(query))
      .map(({ id, text }) => ({ itemId: id, chunkId: '0', title: id, text, score: 1 })),
  }),
});
const dump = defineTool({
  name: 'dump',
  description: 'Everything.',
  inputSchema: z.object({}),
  execute: async () => ({ text: Array.from({ length: 3_000 }, (_, line) => `line ${line}`).join('\n') }),
});
const broken = defineTool({
  name: 'broken',
  description: 'Fails.',
  inputSchema: z.object({}),
  execute: async () => {
    throw new Error('the disk is full');
  },
});
const toolbox = () => createToolbox({ tools: [search, dump, broken] });
const run = (box: ReturnType<typeof toolbox>, name: string, input: unknown) =>
  box.tools.find((tool) => tool.name === name)!.run(input);

describe('a toolbox for any framework', () => {
  it('REF-2: numbers sources over calls, and over turns by the stored ledger', async () => {
    const first = toolbox();
    expect(await run(first, 'search', { query: 'bridge' })).toContain('"document":1');
    expect(await run(first, 'search', { query: 'The' })).toContain('"document":2');
    const next = createToolbox({ tools: [search], ledger: JSON.parse(JSON.stringify(first.ledger)) });
    expect(await run(next, 'search', { query: 'tower' })).toContain('"document":2');
  });

  it('CIT-5: checks an answer, whole and streamed, against what was found', async () => {
    const box = toolbox();
    await run(box, 'search', { query: 'The' });
    const text = 'The tower was built in 1889 [1]. The bridge opened in 1812 [2]. See [7].';
    const { citations, cited } = box.checkAnswer(text);
    expect(citations.map(({ verdict }) => verdict)).toEqual([
      'supported',
      expect.stringMatching(/weak|unsupported/),
      'unknown',
    ]);
    expect(cited.map(({ itemId }) => itemId)).toEqual(['tower', 'bridge']);
    const reader = box.readAnswer();
    const events = [...text.split('').flatMap((letter) => reader.push(letter)), ...reader.end()];
    expect(events.map((event) => (event.type === 'text' ? event.text : '')).join('')).toBe(text);
  });

  it('FD-1: long results become a handle that the added tools open', async () => {
    const box = toolbox();
    const shown = await run(box, 'dump', {});
    expect(shown.length).toBeLessThan(9_000);
    const [handle] = /fd:\d+/.exec(shown) ?? [];
    expect(await run(box, 'search_fd', { fd: handle, pattern: 'line 2999' })).toContain('line 2999');
    const without = createToolbox({ tools: [dump], descriptors: null });
    expect(without.tools.map(({ name }) => name)).toEqual(['dump']);
    expect(await without.tools[0]!.run({})).toContain('line 2999');
  });

  it('FLOW-6: tells the model of bad arguments and failures instead of throwing', async () => {
    expect(await run(toolbox(), 'search', { query: 7 })).toContain('arguments of search are wrong');
    expect(await run(toolbox(), 'broken', {})).toContain('the disk is full');
  });

  it('CTX-2: says how to cite and how to use exactly these tools', () => {
    expect(toolbox().instructions).toContain('## search\nOne word a query.');
    expect(createToolbox({ tools: [dump], descriptors: null }).instructions).toBe('');
  });
});
