import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Citation } from '../citations/citation.js';
import type { HistorySummary } from '../context/context-input.js';
import { summariseHistory } from '../context/summary/summarise-history.js';
import type { PastTurn } from '../messages/chat-message.js';
import { scriptedModel, testModelProfile, testTurnOptions, testUserMessage } from '../testing/index.js';
import type { TurnContextInput } from '../turn/run-turn-options.js';
import { runTurn } from '../turn/run-turn.js';
import { defineTool } from '../messages/tool.js';
import { findBackReferences } from './find-back-references.js';
import {
  deduplicateChunks,
  listSources,
  SourceLedger,
  type RetrievedChunk,
  type SourceLedgerSnapshot,
} from './index.js';

const TURNS = 50;
const TOOLS = ['search_docs', 'search_web', 'search_notes'];
const NAMES =
  'Alder Birch Cedar Dogwood Elm Fir Ginkgo Hazel Ivy Juniper Larch Maple Oak Pine Rowan Spruce Thorn Willow Yew Zelkova'.split(
    ' ',
  );

const fact = (item: number) => `The ${NAMES[item]} tower measures ${1000 + 37 * item} metres`;

/** Two chunks per item; the second is filler that makes results too large for the window. */
function chunksOf(item: number): RetrievedChunk[] {
  const filler = `Around the ${NAMES[item]} there is little to see but grass, sheep and a road to the next village. `;
  const texts = [`${fact(item)}. It stands on a hill. ${filler.repeat(6)}`, filler.repeat(14)];
  return texts.map((text, index) => ({
    itemId: `item-${item}`,
    chunkId: String(index),
    title: `Report ${item}`,
    url: 'https://example.org/report',
    text,
    score: 1 / (item + 1 + index),
    page: item + 1,
    span: { start: 5000 * index, end: 5000 * index + text.length },
  }));
}

const tools = TOOLS.map((name) =>
  defineTool({
    name,
    description: 'Searches.',
    inputSchema: z.object({ items: z.array(z.number()) }),
    isSearch: true,
    execute: async ({ items }) => ({ text: '', chunks: items.flatMap(chunksOf) }),
  }),
);

interface Shown {
  citation: Citation;
  itemId: string;
  passage: string;
}

interface Conversation {
  pastTurns: PastTurn[];
  ledger: SourceLedgerSnapshot;
  shown: Shown[];
  removals: Set<string>;
  summary: HistorySummary | null;
  /** The prompts of the small model, and how often a source that was named again was back in the context. */
  summaries: string[];
  broughtBack: number;
}

const newConversation = (): Conversation => ({
  pastTurns: [],
  ledger: { sources: [] },
  shown: [],
  removals: new Set(),
  summary: null,
  summaries: [],
  broughtBack: 0,
});

/** CTX-14 between two turns, as a server does it: a small model writes the summary and names no source. */
async function summarise(conversation: Conversation, context: TurnContextInput): Promise<void> {
  const next = testUserMessage('The next question', { id: 'next' });
  const { summary, failure } = await summariseHistory({
    input: {
      ...context,
      pastTurns: conversation.pastTurns,
      summary: conversation.summary,
      current: { user: next, steps: [] },
      tools: [],
      isLastStep: false,
      ledger: conversation.ledger,
      budgetScale: 1,
    },
    summarise: async (prompt) => {
      conversation.summaries.push(prompt);
      const model = scriptedModel([[{ text: 'The heights of several towers were asked for and told.' }]]);
      const message = { role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] };
      const { stream } = await model.doStream({ prompt: [message] });
      let text = '';
      for await (const part of stream) if (part.type === 'text-delta') text += part.delta;
      return text;
    },
  });
  expect(failure).toBeNull();
  conversation.summary = summary;
}

/** The number under which the model sees a report in this request, or null. */
function numberInPrompt(request: LanguageModelV4CallOptions, item: number): number | null {
  const prompt = JSON.stringify(request.prompt);
  const match = new RegExp(String.raw`document\\+":(\d+),\\+"title\\+":\\+"Report ${item}\\+"`).exec(prompt);
  return match ? Number(match[1]) : null;
}

async function playTurn(conversation: Conversation, turn: number, items: readonly number[]): Promise<void> {
  // Every third turn names an earlier source, long after its results left the window.
  const earlier = turn % 3 === 2 ? conversation.shown[(turn * 7) % conversation.shown.length] : undefined;
  const model = scriptedModel([
    TOOLS.slice(0, 1 + (turn % 3)).map((call, index) => ({
      call,
      input: { items: items.slice(index, index + 3) },
      callId: `call-${turn}-${index}`,
    })),
    (request) => {
      const cited = items.flatMap((item) => {
        const number = numberInPrompt(request, item);
        return number === null ? [] : [{ item, number }];
      });
      expect(cited.length).toBeGreaterThan(0);
      const sentences = cited.slice(0, 2).map(({ item, number }) => `${fact(item)} [${number}].`);
      if (earlier) sentences.push(`As said above, ${earlier.passage} [${earlier.citation.number}].`);
      return [{ text: sentences.join(' ').match(/[\s\S]{1,5}/g) ?? [] }];
    },
  ]);
  const user = testUserMessage(`Question ${turn}${earlier ? ` on source ${earlier.citation.number}` : ''}`, {
    id: `user-${turn}`,
  });
  const options = testTurnOptions({
    model,
    turnId: `turn-${turn}`,
    user,
    ledger: conversation.ledger,
    tools,
    context: {
      model: { ...testModelProfile, contextWindow: 3_400, maxOutputTokens: 1_000 },
      pastTurns: conversation.pastTurns,
      summary: conversation.summary,
    },
  });
  options.context.settings = {
    ...options.context.settings,
    reservedOutputTokens: 1_000,
    summaryThresholdShare: 0.3,
  };
  const result = await runTurn(options).result;
  expect(result.error).toBeNull();
  for (const { totalTokens, budget } of result.contextReports)
    expect(totalTokens).toBeLessThanOrEqual(budget.available);
  // The passage is in the context again, under its old number, before any search.
  if (earlier && JSON.stringify(model.requests[0]?.prompt).includes(earlier.passage)) {
    conversation.broughtBack++;
    const item = Number(earlier.itemId.slice('item-'.length));
    const request = model.requests[0];
    expect(request && numberInPrompt(request, item)).toBe(earlier.citation.number);
  }
  for (const { removals } of result.contextReports)
    for (const { action } of removals) conversation.removals.add(action);
  conversation.ledger = result.ledger;
  conversation.pastTurns = [
    ...conversation.pastTurns,
    {
      user,
      assistant: {
        role: 'assistant',
        id: `assistant-${turn}`,
        turnId: `turn-${turn}`,
        steps: result.steps,
        answer: result.answer,
        status: 'complete',
        createdAt: user.createdAt,
        citedPassages: result.citations.flatMap(({ itemId, passage }) =>
          itemId !== null && passage ? [{ itemId, chunkId: passage.chunkId }] : [],
        ),
      },
    },
  ];
  for (const citation of result.citations) {
    expect(citation.verdict).toBe('supported');
    conversation.shown.push({
      citation,
      itemId: citation.itemId ?? '',
      passage: citation.passage?.text ?? '',
    });
  }
  if (earlier) {
    const again = result.citations.at(-1);
    expect([again?.itemId, again?.number, again?.passage?.text]).toEqual([
      earlier.itemId,
      earlier.citation.number,
      earlier.passage,
    ]);
  }
  await summarise(conversation, options.context);
}

/** Every citation ever shown still resolves to its source, and its passage can be brought back. */
function expectAllResolve({ shown, ledger, pastTurns }: Conversation): void {
  const sources = new SourceLedger(ledger);
  const found = pastTurns
    .flatMap(({ assistant }) => assistant?.steps ?? [])
    .flatMap(({ calls }) => calls.flatMap(({ outcome }) => outcome?.chunks ?? []));
  for (const { citation, itemId, passage } of shown) {
    expect(sources.byNumber(citation.number)?.itemId).toBe(itemId);
    const [back] = findBackReferences({
      text: `what does source ${citation.number} say?`,
      sourceByNumber: (number) => sources.byNumber(number),
      earlierChunks: (source) => found.filter((chunk) => chunk.itemId === source.itemId),
      citedChunkIds: () => [citation.passage?.chunkId ?? ''],
    });
    const chunk = back?.chunks[0];
    expect(chunk?.text?.slice(citation.passage?.start, citation.passage?.end)).toBe(passage);
    expect(citation.passage?.itemSpan?.start).toBe(
      (chunk?.span?.start ?? 0) + (citation.passage?.start ?? 0),
    );
  }
}

const itemsOf = (turn: number, shift = 0) =>
  [0, 3, 7, 1, 5].map((step) => (turn * 3 + step + shift) % NAMES.length);

describe('REF-2 a conversation of 50 turns with 3 search tools, reduction, summary and fork', () => {
  it('every citation ever shown still means the same source and passage', async () => {
    const main = newConversation();
    let fork: Conversation | null = null;
    for (let turn = 0; turn < TURNS; turn++) {
      // Before the fork only half of the items are seen, so both branches find new ones.
      await playTurn(main, turn, turn < 25 ? itemsOf(turn).map((item) => item % 10) : itemsOf(turn));
      if (turn === 24)
        fork = {
          ...main,
          pastTurns: [...main.pastTurns],
          shown: [...main.shown],
          removals: new Set(),
          summaries: [],
        };
      if (fork && turn > 24 && turn < 35) await playTurn(fork, turn, itemsOf(turn, 9));
    }
    expect(main.pastTurns).toHaveLength(TURNS);
    expectAllResolve(main);
    expect([...main.removals].sort()).toEqual(['dropped', 'paged-out', 'summarised']);
    // The summary was rewritten several times and names every source cited in the turns it covers.
    expect(main.summaries.length).toBeGreaterThan(1);
    const covered = main.pastTurns.slice(0, main.summary?.coversTurns ?? 0);
    expect(covered.length).toBeGreaterThan(10);
    for (const { assistant } of covered)
      for (const [, number] of assistant?.answer.matchAll(/\[(\d+)\]/g) ?? [])
        expect(main.summary?.text).toContain(`[${number}] Report `);
    expect(main.broughtBack).toBeGreaterThan(10);
    expect(fork).not.toBeNull();
    if (!fork) return;
    expectAllResolve(fork);
    const [ours, theirs] = [main.ledger.sources, fork.ledger.sources];
    expect(ours.slice(0, 10)).toEqual(theirs.slice(0, 10));
    expect(ours.map(({ itemId }) => itemId)).not.toEqual(theirs.map(({ itemId }) => itemId));
    for (const { sources } of [main.ledger, fork.ledger]) {
      expect(sources.map(({ number }) => number)).toEqual(sources.map((_, index) => index + 1));
      expect(new Set(sources.map(({ itemId }) => itemId)).size).toBe(sources.length);
    }
  });

  it('REF-4 and REF-5 hold over the calls of its turns', async () => {
    const conversation = newConversation();
    await playTurn(conversation, 1, itemsOf(1));
    const calls = conversation.pastTurns[0]?.assistant?.steps.flatMap((step) => step.calls) ?? [];
    const { chunks, repeated } = deduplicateChunks({
      calls: calls.map(({ callId, outcome }) => ({ callId, chunks: outcome?.chunks })),
    });
    expect(repeated).toBeGreaterThan(0);
    const sources = new SourceLedger(conversation.ledger);
    const lists = listSources({
      citations: conversation.shown.map(({ citation }) => citation),
      chunks,
      sourceByItem: (itemId) => sources.byItem(itemId),
    });
    expect(lists.cited.length).toBeGreaterThan(0);
    expect(lists.retrieved.length).toBeGreaterThan(0);
    expect(lists.cited.length + lists.retrieved.length).toBe(
      new Set(chunks.map(({ itemId }) => itemId)).size,
    );
  });
});
