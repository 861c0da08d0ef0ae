import { describe, expect, it } from 'vitest';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import type { AttachedFile } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import { testModelProfile, testUserMessage } from '../testing/index.js';
import { play } from './play.test-helper.js';
import type { ReadSource } from './source-reader.js';
import { call, toolNamed } from './tools.test-helper.js';

const filler = (count: number) =>
  Array.from({ length: count }, (_, line) => `Entry ${line}: the watch passed and nothing was seen.`).join(
    '\n',
  );
const FACT = 'The lighthouse at Skerry stands 149 steps high.';
const LOG = `${filler(700)}\n${FACT}\n${filler(700)}`;

const page = (number: number, text: string): RetrievedChunk => ({
  itemId: 'report',
  chunkId: `p${number}`,
  title: 'Report',
  text,
  score: 1,
  page: number,
  span: { start: 1_000 * number, end: 1_000 * number + text.length },
});
const first = page(1, 'Revenue is told on the next page. The year was a good one.');
const second = page(2, 'Revenue came to 412.7 million euros in 2025.');
const search = toolNamed('search', async () => ({ text: '', chunks: [first] }), { isSearch: true });
const claim = 'Revenue came to 412.7 million euros in 2025 [1].';

async function attachedLog(changes: Partial<AttachedFile> = {}) {
  const descriptors = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00Z' });
  const origin = { kind: 'file' as const, fileId: 'log', fileName: 'watch.log' };
  const { name } = await descriptors.create({ content: LOG, origin });
  const file: AttachedFile = {
    fileId: 'log',
    name: 'watch.log',
    mediaType: 'text/plain',
    state: 'too_large',
    text: null,
    tokens: 20_000,
    descriptor: name,
    ...changes,
  };
  return { descriptors, fd: name, user: testUserMessage('How high?', { files: [file] }) };
}

describe('CIT-5 a citation is judged against the whole source', () => {
  it('a file that was read by its handle', async () => {
    const { descriptors, fd, user } = await attachedLog();
    const { result } = await play({
      script: [
        [{ call: 'search_fd', input: { fd, pattern: 'lighthouse' } }],
        [{ text: `${FACT.slice(0, -1)} [1].` }],
      ],
      descriptors,
      user,
      context: { descriptorsEnabled: true },
    });
    expect(result.citations).toMatchObject([{ number: 1, itemId: 'file:log', verdict: 'supported' }]);
    const { passage, reason } = result.citations[0] ?? {};
    expect(reason).toBeUndefined();
    expect(passage?.text).toContain('149 steps');
    expect(LOG.slice(passage?.start, passage?.end)).toBe(passage?.text);
    expect(passage?.itemSpan).toEqual({ start: passage?.start, end: passage?.end });
  });

  it('a file of which only the beginning fits the window', async () => {
    const { descriptors, user } = await attachedLog({ state: 'counted', text: LOG });
    const { result } = await play({
      script: [[{ text: `${FACT.slice(0, -1)} [1].` }]],
      descriptors,
      user,
      context: { descriptorsEnabled: true, model: { ...testModelProfile, contextWindow: 9_000 } },
    });
    expect(result.contextReports[0]?.removals).not.toEqual([]);
    expect(result.citations).toMatchObject([{ verdict: 'supported' }]);
  });

  it('a page of the item that no search brought: the passage is on that page', async () => {
    const asked: string[] = [];
    const readSource: ReadSource = async ({ source }) => {
      asked.push(source.itemId);
      return [first, second];
    };
    const { result, recorder } = await play({
      script: [[call('revenue')], [{ text: `The year was a good one [1]. ${claim}` }]],
      tools: [search],
      readSource,
    });
    expect(result.citations).toMatchObject([
      { verdict: 'supported', passage: { page: 1 } },
      { verdict: 'supported', passage: { chunkId: 'p2', page: 2, text: second.text } },
    ]);
    // The shown passages are enough for the first claim, so nothing is read for it.
    expect(asked).toEqual(['report']);
    const told = recorder.of('citation').map(({ citation }) => citation);
    expect(new Set(told.map(({ citationId }) => citationId)).size).toBe(2);
    expect(told.at(-1)?.reason).toBeUndefined();
  });

  it('stays unsupported where the rest of the source does not say it either', async () => {
    const { result } = await play({
      script: [[call('revenue')], [{ text: 'Revenue came to 519.3 million euros in 2025 [1].' }]],
      tools: [search],
      readSource: async () => [first, second],
    });
    expect(result.citations).toMatchObject([{ verdict: 'unsupported' }]);
  });

  it('ends without the rest of a source that cannot be read', async () => {
    const { result } = await play({
      script: [[call('revenue')], [{ text: claim }]],
      tools: [search],
      readSource: () => Promise.reject(new Error('The database is away.')),
    });
    expect(result).toMatchObject({ status: 'complete', citations: [{ verdict: 'unsupported' }] });
  });

  it('an earlier call of the turn whose passages are shown no more', async () => {
    const long = toolNamed('search', async (input) => {
      const { query } = input as { query: string };
      const chunks =
        query === 'a'
          ? [first, second]
          : [{ itemId: 'other', chunkId: '1', title: 'Other', text: filler(900), score: 1 }];
      return { text: '', chunks };
    });
    const { result } = await play({
      script: [[call('a')], [call('b')], [{ text: claim }]],
      tools: [long],
      context: { model: { ...testModelProfile, contextWindow: 9_000 } },
    });
    expect(result.citations).toMatchObject([{ verdict: 'supported', passage: { page: 2 } }]);
  });
});
