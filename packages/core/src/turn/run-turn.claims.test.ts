import { describe, expect, it } from 'vitest';
import { emptyTurnView, reducePackets } from '../turn-view/index.js';
import { play } from './play.test-helper.js';
import { call, search } from './tools.test-helper.js';

describe('CIT-7 the claims of an answer are told once its citations are judged', () => {
  it('cited, unknown and uncited ones, in one packet behind the answer', async () => {
    const { result, recorder } = await play({
      script: [
        [call('alpha')],
        [
          {
            text: [
              'Alpha is the first letter [1]. ',
              'Beta came to Greece in 1200. ',
              'Gamma came in 1300 [9].',
            ],
          },
        ],
      ],
      tools: [search],
    });
    const [packet, ...others] = recorder.of('claims');
    expect(others).toEqual([]);
    expect(packet).toMatchObject({ isGrounded: true });
    expect(packet?.claims.map(({ verdict }) => verdict)).toEqual(['supported', 'uncited', 'unknown']);
    expect(result).toMatchObject({ claims: packet?.claims, isGrounded: true });
    const view = reducePackets(emptyTurnView('turn-1'), recorder.packets);
    expect(view.blocks.at(-1)).toMatchObject({ kind: 'text', claims: packet?.claims, isGrounded: true });
  });

  it('says of an answer without a search that nothing was searched', async () => {
    const { recorder } = await play({
      script: [[{ text: 'Beta came to Greece in 1200.' }]],
      tools: [search],
    });
    expect(recorder.of('claims')).toMatchObject([{ isGrounded: false, claims: [{ verdict: 'uncited' }] }]);
  });

  it('has nothing against a greeting', async () => {
    const { recorder } = await play({ script: [[{ text: 'Hello! How can I help you today?' }]] });
    expect(recorder.of('claims')).toMatchObject([{ claims: [] }]);
  });
});

describe('REF-1 the turn works through the reference manager', () => {
  it('gives the set of chunks that its answer rests on', async () => {
    const { result } = await play({
      script: [[call('alpha')], [{ text: 'Alpha is the first letter [1].' }]],
      tools: [search],
    });
    expect(result.referenceSet).toEqual({
      answerId: 'message-assistant',
      references: [{ number: 1, sourceId: 'a-1' }],
    });
  });
});
