import { expect, it } from 'vitest';
import { withholdSteps } from './withhold.js';

it('ORG-3 keeps nothing of what an agent read of a hidden item and did not give back', () => {
  const chunk = { itemId: 'open', chunkId: '0', title: 'Open', text: 'The office is in Graz.', score: 1 };
  const [step] = withholdSteps(
    'message',
    [
      {
        reasoning: '',
        narration: '',
        calls: [
          {
            callId: '1',
            toolName: 'agentic_retrieval',
            input: {},
            outcome: {
              text: 'The office is in Graz.',
              chunks: [chunk],
              data: { trajectory: { steps: [{ calls: [{ result: 'The salary is 90,000.' }] }] } },
            },
          },
        ],
      },
    ],
    {
      hides: (itemId) => itemId === 'hidden',
      hidesFile: () => false,
      mayBeIn: () => true,
      mayBeBefore: () => true,
    },
  );
  expect(step?.calls[0]?.outcome).toEqual({ text: 'The office is in Graz.', chunks: [chunk] });
});
