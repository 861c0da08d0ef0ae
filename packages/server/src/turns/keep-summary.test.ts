import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ContextReport } from '@ibid/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer } from '../acceptance/test-store.js';
import type { IbidServer } from '../create-server.js';

const SUMMARY = 'The person asked about many tides; each was answered at length.';
const finishReason = { unified: 'stop' as const, raw: undefined };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
/** How often a summary was requested; the same model makes titles. */
let summariesAskedFor = 0;
let fails = false;

/** Gives long answers, and the same summary each time. */
const wordy: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'test',
  modelId: 'wordy',
  supportedUrls: {},
  async doGenerate({ prompt }) {
    if (JSON.stringify(prompt).includes('Summarise the conversation below')) summariesAskedFor += 1;
    if (fails) throw new Error('no summary today');
    return { content: [{ type: 'text', text: SUMMARY }], finishReason, usage, warnings: [] };
  },
  async doStream() {
    const parts: LanguageModelV4StreamPart[] = [
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'The tide rises and falls twice a day. '.repeat(60) },
      { type: 'text-end', id: '1' },
      { type: 'finish', finishReason, usage },
    ];
    return {
      stream: new ReadableStream({ start: (c) => (parts.forEach((part) => c.enqueue(part)), c.close()) }),
    };
  },
};

let folder: string;
let server: IbidServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-summary-'));
  server = await createTestServer({
    dataFolder: folder,
    logLevel: 'silent',
    embedder: 'none',
    environment: { IBID_MODEL: 'test/wordy', IBID_SMALL_MODEL: 'test/wordy' },
    models: [
      {
        id: 'test/wordy',
        name: 'Wordy',
        model: wordy,
        isLanguageModel: true,
        profile: { contextWindow: 4_000, maxOutputTokens: 500, tokenizer: 'o200k_base' },
      },
    ],
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function json<Result>(method: string, path: string, body?: unknown): Promise<Result> {
  const response = await server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }),
  );
  return (await response.json()) as Result;
}

/** Runs one turn to its end and returns its last context report. */
async function turn(conversationId: string, parentMessageId: string | null, text: string) {
  const sent = await json<{ turnId: string; assistantMessageId: string }>(
    'POST',
    `/api/conversations/${conversationId}/turns`,
    { text, parentMessageId },
  );
  await (await server.fetch(new Request(`http://localhost/api/turns/${sent.turnId}/events`))).text();
  const view = await json<{ contextReports: ContextReport[] }>('GET', `/api/turns/${sent.turnId}`);
  return { ...sent, report: view.contextReports.at(-1)! };
}

/** Asks until a report matches, at most as often as could be needed without a summary. */
async function askUntil(isEnough: (report: ContextReport) => boolean): Promise<ContextReport> {
  const { id } = await json<{ id: string }>('POST', '/api/conversations', {});
  let parent: string | null = null;
  for (let index = 0; index < 100; index += 1) {
    const text = `Tell me about tide number ${index}. ${'Please go on. '.repeat(20)}`;
    const { report, assistantMessageId } = await turn(id, parent, text);
    parent = assistantMessageId;
    expect(report.totalTokens).toBeLessThanOrEqual(report.budget.available);
    if (isEnough(report)) return report;
  }
  throw new Error('A hundred turns were not enough.');
}

const summaryOf = (report: ContextReport) => report.parts.find((part) => part.kind === 'summary');

describe('CTX-14 summaries', () => {
  it('stand for what was dropped, in the turns that follow, within the budget', async () => {
    const report = await askUntil((report) => summaryOf(report) !== undefined);
    expect(summaryOf(report)?.text).toContain(SUMMARY);
    expect(report.removals.some((removal) => removal.action === 'summarised')).toBe(true);
  });

  it('that fail change nothing for the person', async () => {
    fails = true;
    const before = summariesAskedFor;
    const enough = () => summariesAskedFor > before + 1;
    const report = await askUntil((report) => {
      expect(summaryOf(report)).toBeUndefined();
      return enough();
    });
    expect(report.removals.some((removal) => removal.action === 'dropped')).toBe(true);
    fails = false;
  });
});
