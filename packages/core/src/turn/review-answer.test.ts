import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MemoryDescriptorStore } from '../descriptors/index.js';
import { emptyTurnView, reducePackets } from '../turn-view/index.js';
import { PacketRecorder, scriptedModel, testTurnOptions } from '../testing/index.js';
import { play } from './play.test-helper.js';
import type { ClaimToRepair, ProposeRepairs } from './repair-answer.js';
import { runTurn } from './run-turn.js';
import { defineTool } from '../messages/tool.js';
import { call, search, toolNamed } from './tools.test-helper.js';

const papers = [
  {
    itemId: 'fees',
    chunkId: '1',
    title: 'Fees',
    text: 'The mooring fee is 40 crowns a day.',
    score: 1,
    metadata: { published: '2026-01-01' },
  },
  { itemId: 'crane', chunkId: '1', title: 'Crane', text: 'The crane lifts 12 tonnes.', score: 1 },
];
const checkClaims = (asked: string[][] = []) =>
  defineTool({
    name: 'check_claims',
    title: 'Check the claims',
    description: 'Finds passages on claims.',
    inputSchema: z.object({ claims: z.array(z.string()) }),
    execute: async ({ claims }) => {
      asked.push(claims);
      return { text: '', chunks: papers };
    },
  });
const harbour = toolNamed('search', async () => ({ text: '', chunks: [papers[0]!] }), { isSearch: true });
const text =
  'The mooring fee is 90 crowns a day [1]. The crane lifts 12 tonnes. The pilot speaks nine languages [1].';
const script = [[call('fees')], [{ text }]];
const propose =
  (asked: ClaimToRepair[][] = []): ProposeRepairs =>
  async (claims) => {
    asked.push([...claims]);
    return claims.map(({ sentence }) =>
      sentence.includes('90')
        ? {
            action: 'correct',
            sentence: 'The mooring fee is 40 crowns a day [1].',
            reason: 'It is 40, not 90.',
          }
        : { action: 'remove', reason: null },
    );
  };

describe('CIT-8 one bounded repair of an answer', () => {
  it('cites what a passage bears out, corrects and takes out the rest, and keeps the first version', async () => {
    const [searched, asked]: [string[][], ClaimToRepair[][]] = [[], []];
    const { result, recorder } = await play({
      script,
      tools: [harbour],
      review: { search: checkClaims(searched), repair: { propose: propose(asked) } },
    });
    expect(searched).toEqual([
      [
        'The mooring fee is 90 crowns a day.',
        'The crane lifts 12 tonnes.',
        'The pilot speaks nine languages.',
      ],
    ]);
    expect(asked).toMatchObject([
      [
        {
          sentence: 'The mooring fee is 90 crowns a day [1].',
          verdict: 'unsupported',
          passages: [{ number: 1 }, { number: 2 }],
        },
        { sentence: 'The pilot speaks nine languages [1].' },
      ],
    ]);
    const repaired = 'The mooring fee is 40 crowns a day [1]. The crane lifts 12 tonnes [2].';
    expect(result).toMatchObject({
      answer: repaired,
      shownAnswer: repaired,
      repair: {
        first: { text, claims: [{}, { verdict: 'uncited' }, {}] },
        changes: [
          { kind: 'corrected', reason: 'It is 40, not 90.' },
          { kind: 'cited', before: 'The crane lifts 12 tonnes.', after: 'The crane lifts 12 tonnes [2].' },
          { kind: 'removed', before: 'The pilot speaks nine languages [1].', after: null },
        ],
      },
    });
    expect(result.claims.map(({ verdict }) => verdict)).toEqual(['supported', 'supported']);
    for (const { number, range } of result.citations)
      expect(repaired.slice(range.start, range.end)).toBe(`[${number}]`);
    const view = reducePackets(emptyTurnView('turn-1'), recorder.packets);
    expect(view.blocks.find((block) => block.kind === 'text')).toMatchObject({
      text: repaired,
      citations: result.citations,
      claims: result.claims,
      repair: result.repair,
    });
    expect(result.ledger.sources.map(({ itemId }) => itemId)).toEqual(['fees', 'crane']);
  });

  it('takes no correction that the check finds no better, and leaves the last sentence standing', async () => {
    const { result } = await play({
      script: [[call('fees')], [{ text: 'The mooring fee is 90 crowns a day [1].' }]],
      tools: [harbour],
      review: {
        search: null,
        repair: {
          propose: async () => [
            { action: 'correct', sentence: 'The mooring fee is 80 crowns a day [1].', reason: null },
          ],
        },
      },
    });
    // It is told what was refused.
    expect(result).toMatchObject({
      repair: {
        changes: [],
        refused: [
          { proposed: 'The mooring fee is 80 crowns a day [1].', reason: expect.any(String) as string },
        ],
      },
      shownAnswer: 'The mooring fee is 90 crowns a day [1].',
    });
    const removed = await play({
      script: [[call('fees')], [{ text: 'The mooring fee is 90 crowns a day [1].' }]],
      tools: [harbour],
      review: { search: null, repair: { propose: async () => [{ action: 'remove', reason: null }] } },
    });
    expect(removed.result.repair).toBeNull();
  });

  it('removes no sentence that some passage supports in part, and tells that it was proposed', async () => {
    const said =
      'The crane lifts 12 tonnes [2]. As every pilot knows, the mooring fee is 40 crowns a day [1].';
    const { result } = await play({
      script: [[call('fees')], [{ text: said }]],
      tools: [harbour],
      review: {
        search: checkClaims(),
        repair: { propose: async (claims) => claims.map(() => ({ action: 'remove', reason: 'x' })) },
      },
    });
    expect(result.shownAnswer).toContain('As every pilot knows, the mooring fee is 40 crowns a day [1].');
    expect(result.repair?.refused).toMatchObject([
      { before: 'As every pilot knows, the mooring fee is 40 crowns a day [1].', proposed: null },
    ]);
  });

  it('leaves what a second opinion bears out, and keeps both opinions of what it does not touch', async () => {
    const { result } = await play({
      script,
      tools: [harbour],
      secondOpinion: async (claims) =>
        claims.map(({ claim }) => ({
          verdict: claim.includes('pilot') ? 'supported' : 'unsupported',
          reason: 'So it is.',
          modelId: 'm',
        })),
      review: { search: checkClaims(), repair: { propose: propose() } },
    });
    expect(result.shownAnswer).toBe(
      'The mooring fee is 40 crowns a day [1]. The crane lifts 12 tonnes [2]. The pilot speaks nine languages [1].',
    );
    expect(result.citations.at(-1)).toMatchObject({ secondOpinion: { verdict: 'supported' } });
    expect(result.repair?.first.citations[0]).toMatchObject({ secondOpinion: { verdict: 'unsupported' } });
  });

  it('leaves a reference, which is stored as it stands, and mends what stands outside of it', async () => {
    const { result } = await play({
      script: [
        [call('fees')],
        [{ text: '<ref id="a">The mooring fee is 90 crowns a day [1].</ref> The crane lifts 12 tonnes.' }],
      ],
      tools: [harbour],
      descriptors: new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00.000Z' }),
      context: { descriptorsEnabled: true },
      review: { search: checkClaims(), repair: { propose: propose() } },
    });
    expect(result.shownAnswer).toBe('The mooring fee is 90 crowns a day [1]. The crane lifts 12 tonnes [2].');
    expect(result.answer).toContain('</ref> The crane lifts 12 tonnes [2].');
  });

  it('without doubt there is no search; without a model what can be cited is; one that fails is told of', async () => {
    const searched: string[][] = [];
    const sure = await play({
      script: [[call('fees')], [{ text: 'The mooring fee is 40 crowns a day [1].' }]],
      tools: [harbour],
      review: { search: checkClaims(searched), repair: { propose: propose() } },
    });
    expect([searched, sure.result.repair]).toEqual([[], null]);
    const alone = await play({
      script,
      tools: [harbour],
      review: { search: checkClaims(), repair: { propose: null } },
    });
    expect(alone.result.repair?.changes.map(({ kind }) => kind)).toEqual(['cited']);
    const failed = await play({
      script,
      tools: [harbour],
      review: { search: checkClaims(), repair: { propose: () => Promise.reject(new Error('Away.')) } },
    });
    expect(failed.result).toMatchObject({ status: 'complete', warnings: [{ code: 'repair_failed' }] });
    expect(failed.result.repair?.changes.map(({ kind }) => kind)).toEqual(['cited']);
  });

  it('a stop in the middle of it leaves the first version, whole', async () => {
    const recorder = new PacketRecorder();
    let turn: ReturnType<typeof runTurn> | null = null;
    const model = scriptedModel(script);
    turn = runTurn(
      testTurnOptions({
        model,
        tools: [harbour],
        onPacket: recorder.record,
        review: {
          search: checkClaims(),
          repair: {
            propose: async () => {
              turn?.stop();
              return [{ action: 'remove', reason: null }];
            },
          },
        },
      }),
    );
    const result = await turn.result;
    expect(recorder.problems).toEqual([]);
    expect(result).toMatchObject({ status: 'stopped', shownAnswer: text, repair: null });
    expect(recorder.of('claims')).toHaveLength(1);
    expect(recorder.of('repair')).toEqual([]);
  });
});

describe('CIT-9 what speaks against a whole answer', () => {
  it('is told for each claim, as sources with numbers and dates', async () => {
    const searched: string[][] = [];
    const { result, recorder } = await play({
      script: [
        [call('alpha')],
        [{ text: 'The mooring fee is 90 crowns a day. Alpha is the first letter [1].' }],
      ],
      tools: [search],
      review: { search: checkClaims(searched), against: true },
    });
    expect(searched).toEqual([['The mooring fee is 90 crowns a day.', 'Alpha is the first letter [1].']]);
    expect(result.against).toMatchObject([
      {
        claim: 'The mooring fee is 90 crowns a day.',
        rows: [
          {
            number: 2,
            itemId: 'fees',
            date: { value: '2026-01-01', of: 'document' },
            passage: { text: 'The mooring fee is 40 crowns a day.' },
          },
        ],
      },
    ]);
    expect(recorder.of('against')).toMatchObject([{ claims: result.against }]);
    const view = reducePackets(emptyTurnView('turn-1'), recorder.packets);
    expect(view.blocks.find((block) => block.kind === 'text' && !block.narration)).toMatchObject({
      against: result.against,
    });
  });

  it('is looked for in what the repair left', async () => {
    const { result } = await play({
      script,
      tools: [harbour],
      review: { search: checkClaims(), repair: { propose: propose() }, against: true },
    });
    expect(result.against).toEqual([]);
    expect(result.shownAnswer).toContain('40 crowns');
  });
});
