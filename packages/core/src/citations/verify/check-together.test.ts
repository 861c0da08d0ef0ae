import { describe, expect, it } from 'vitest';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { ClaimVerifier } from './claim-verifier.js';

const source = (number: number, text: string) => ({
  number,
  chunks: [{ itemId: `item${number}`, chunkId: '0', title: 'Untitled', text, score: 1 }] as RetrievedChunk[],
});

const ALPHA = source(1, 'The Alpha engine runs on diesel. It was built in Turin.');
const BETA = source(2, 'The Beta engine was developed in 1998 by a team of forty engineers.');
const SHEEP = source(3, 'Sheep graze on the hills around the village all summer.');

const verdicts = (claim: string, ...sources: ReturnType<typeof source>[]) =>
  new ClaimVerifier({ chunks: sources.flatMap(({ chunks }) => chunks) })
    .checkGroup({ claim, sources })
    .map(({ verdict, together }) => (together ? `${verdict} with ${together.join()}` : verdict));

describe('CIT-5 a sentence that rests on two sources together', () => {
  const JOINT =
    'The Alpha engine runs on diesel, and the Beta engine was developed in 1998 by forty engineers.';

  it('neither has all of it, together they do: both are supported, and say with whom', () => {
    expect(verdicts(JOINT, ALPHA)).not.toEqual(['supported']);
    expect(verdicts(JOINT, ALPHA, BETA)).toEqual(['supported with 2', 'supported with 1']);
  });

  it('a source that carries nothing gains nothing from its neighbours', () => {
    expect(verdicts(JOINT, ALPHA, BETA, SHEEP)).toEqual([
      'supported with 2',
      'supported with 1',
      'unsupported',
    ]);
    expect(verdicts('The Alpha engine runs on diesel.', ALPHA, SHEEP)).toEqual(['supported', 'unsupported']);
  });

  it('what no source has is not supported by any number of them', () => {
    const claim = `${JOINT.slice(0, -1)} in Osaka.`;
    expect(verdicts(claim, ALPHA, BETA)).not.toContain('supported with 2');
    expect(verdicts(claim, ALPHA, BETA)).not.toContain('unsupported');
  });

  it('a source that says otherwise stays what it is', () => {
    const denied = JOINT.replace('runs on', 'does not run on');
    expect(verdicts(denied, ALPHA, BETA)[0]).toBe('unsupported');
  });
});
