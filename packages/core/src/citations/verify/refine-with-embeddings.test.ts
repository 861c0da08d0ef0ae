import { describe, expect, it } from 'vitest';
import { ClaimVerifier } from './claim-verifier.js';
import { refineWithEmbeddings, type EmbedTexts } from './refine-with-embeddings.js';

const chunks = [
  {
    itemId: 'a',
    chunkId: '0',
    title: 'Vertrag',
    text: 'Das Wetter war schön. Die Kündigung beendet den Vertrag nach 90 Tagen.',
    score: 1,
    page: 2,
  },
];

/** A tiny embedder, correct for these sentences: counts ideas that both languages have a word for. */
const IDEAS = [/contract|vertrag/i, /terminat|kündigung/i, /days|tagen/i, /weather|wetter/i];
const embed: EmbedTexts = async (texts) =>
  texts.map((text) => {
    const vector = IDEAS.map((idea) => (idea.test(text) ? 1 : 0));
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  });

async function refine(claim: string) {
  const check = new ClaimVerifier({ chunks }).check({ claim, chunks });
  return { check, refined: await refineWithEmbeddings({ check, claim, chunks, embed }) };
}

describe('CIT-5 embeddings as a second signal', () => {
  it('makes a claim in other words weak, with its passage, and never supported', async () => {
    const { check, refined } = await refine('Termination ends the contract after 90 days.');
    expect(check.verdict).not.toBe('supported');
    expect(refined).toMatchObject({
      verdict: 'weak',
      passage: { text: 'Die Kündigung beendet den Vertrag nach 90 Tagen.', page: 2 },
    });
  });

  it('does not outweigh a number or a quotation that is not there', async () => {
    expect((await refine('Termination ends the contract after 30 days.')).refined.verdict).toBe(
      'unsupported',
    );
    expect(
      (await refine('Der Vertrag sagt: “termination of the contract takes some days”.')).refined.verdict,
    ).toBe('unsupported');
  });

  it('does not outweigh a contradiction', async () => {
    const { check, refined } = await refine('Die Kündigung beendet den Vertrag nicht nach 90 Tagen.');
    expect(check.verdict).toBe('unsupported');
    expect(refined).toBe(check);
  });

  it('leaves other verdicts and unlike claims alone', async () => {
    const { check, refined } = await refine('Die Kündigung beendet den Vertrag nach 90 Tagen.');
    expect(check.verdict).toBe('supported');
    expect(refined).toBe(check);
    expect((await refine('Cats sleep all day long.')).refined.verdict).toBe('unsupported');
  });
});
