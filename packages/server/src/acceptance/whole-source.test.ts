import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOfPages } from './pdf-of-pages.js';
import { ScriptedServer, searchCall } from './scripted-server.js';

const filler = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `Entry ${from + index}: the watch passed, the wind was steady and nothing was seen at sea.`,
  ).join('\n\n');
const FACT = 'The lighthouse at Skerry stands 149 steps high';
const LOG = `${filler(0, 4_000)}\n\n${FACT}.\n\n${filler(4_000, 4_000)}`;

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
  await server.addBase('Papers', {
    'accounts.pdf': pdfOfPages([
      'The zephyr overview of the accounts opens with a word of the chairman.',
      'Net revenue came to 412.7 million euros in 2025.',
    ]),
    'ledger.md': `# Quillon ledger\n\nThe quillon ledger opens here.\n\n${filler(0, 3_000)}\n\nThe petrel account was closed with 8,214 crowns.\n\n${filler(3_000, 3_000)}`,
  });
});

afterAll(() => server.close());

describe('CIT-5 citations on a real server are judged against the whole source', () => {
  it('the page of a PDF that has the figure, though the search brought another one', async () => {
    const { answer, packets } = await server.play([
      [searchCall('zephyr overview')],
      [{ text: 'Net revenue came to 412.7 million euros in 2025 [1].' }],
    ]);
    const brought = packets.flatMap((packet) => (packet.type === 'tool-sources' ? packet.sources : []));
    expect(brought.find(({ number }) => number === 1)).toMatchObject({ page: 1 });
    expect(answer.citations).toMatchObject([
      {
        verdict: 'supported',
        passage: { page: 2, text: 'Net revenue came to 412.7 million euros in 2025.' },
      },
    ]);
  });

  it('an item of thousands of chunks, in which the claim is searched for', async () => {
    const { answer } = await server.play([
      [searchCall('quillon ledger')],
      [{ text: 'The petrel account was closed with 8,214 crowns [1]. It was closed with 9,999 crowns [1].' }],
    ]);
    expect(answer.citations).toMatchObject([{ verdict: 'supported' }, { verdict: 'unsupported' }]);
    const { itemId, passage } = answer.citations[0] ?? {};
    const { start, end } = passage?.itemSpan ?? {};
    const { text } = await server.client.get<{ text: string }>(
      `/api/items/${itemId}/text?start=${start}&end=${end}`,
    );
    expect(text).toBe(passage?.text);
    expect(text).toContain('8,214 crowns');
  });

  it('a file that the model read by its handle', async () => {
    const fileIds = [await server.addFile('watch.log', LOG)];
    const { answer, packets } = await server.play(
      [
        [{ call: 'search_fd', input: { fd: 'fd:1', pattern: 'lighthouse' } }],
        [{ text: `${FACT} [1]. It stands 150 steps high [1].` }],
      ],
      { fileIds },
    );
    expect(packets.find(({ type }) => type === 'tool-result')).toMatchObject({ isError: false });
    expect(answer.citations).toMatchObject([
      { number: 1, verdict: 'supported' },
      { number: 1, verdict: 'unsupported' },
    ]);
    const { passage } = answer.citations[0] ?? {};
    expect(LOG.slice(passage?.itemSpan?.start, passage?.itemSpan?.end)).toBe(passage?.text);
  });
});
