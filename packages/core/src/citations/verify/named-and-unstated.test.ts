import { describe, expect, it } from 'vitest';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { quotedPassage } from '../citation.js';
import { ClaimVerifier } from './claim-verifier.js';

function check(source: string, claim: string) {
  const chunk: RetrievedChunk = {
    itemId: 'item',
    chunkId: '0',
    title: source.split('\n', 1)[0] ?? '',
    text: source,
    score: 1,
  };
  return new ClaimVerifier({ chunks: [chunk] }).check({ claim, chunks: [chunk] });
}

const minutes = `Rowing club, minutes of 4 May
Present: Edda Lund (treasurer), Piet Maas (steward), Olga Sand.

**Boats.** Two of the six oars are cracked. Mr Maas ordered new ones on Friday. He will pay for them from the repair fund.

**Fees.** The treasurer presented the figures. The committee discussed a rise of the fee to 90 crowns. The slip may be used again only when the chain has been replaced.

Ms Sand thanked the helpers. All boats have been washed, apart from the old eight.`;

const contract = `Boiler service contract

between Kaltwasser Heating GmbH, Trier ("the Contractor") and Ms Alba Reyes ("the Customer")

1. The Contractor shall inspect the boiler every March. The Customer shall pay 140 euros within 30 days.

2. Spare parts are paid by the Customer, but not the travel of the fitter.`;

const letter = `Letter from Birchmere Library
Dear Ms Okoye,
We have found the atlas that you lost in June. You can collect it until 12 August.
Kind regards,
Tom Hale`;

describe('CIT-5 a name that the passage replaces by another word', () => {
  it.each([
    ['a pronoun', minutes, 'Mr Maas will pay for the new oars from the repair fund.', 'Maas'],
    ['a first name', minutes, 'Olga Sand thanked the helpers.', 'Olga Sand'],
    ['an office', minutes, 'Edda Lund presented the figures.', 'Edda Lund'],
    ['a heading in the line', minutes, 'Two of the six oars of the boats are cracked.', 'Boats'],
    ['a party', contract, 'Kaltwasser Heating shall inspect the boiler every March.', 'Kaltwasser'],
    ['both parties', contract, 'Ms Reyes shall pay 140 euros within 30 days.', 'Reyes'],
    ['who a letter is to', letter, 'Ms Okoye can collect the atlas until 12 August.', 'Okoye'],
  ])('is found, and the passage shows it: %s', (_, source, claim, name) => {
    const { verdict, passage } = check(source, claim);
    expect(verdict).toBe('supported');
    expect(passage && quotedPassage(passage)).toContain(name);
    for (const span of [passage, passage?.header])
      if (span) expect(span.text).toBe(source.slice(span.start, span.end));
  });

  it.each([
    ['another office', minutes, 'Piet Maas presented the figures.'],
    ['the other party', contract, 'Ms Reyes shall inspect the boiler every March.'],
    ['the other party, in brackets', contract, 'Kaltwasser Heating shall pay 140 euros within 30 days.'],
    ['who the letter is from', letter, 'Tom Hale can collect the atlas until 12 August.'],
  ])('is not anybody else: %s', (_, source, claim) => {
    expect(check(source, claim).verdict).not.toBe('supported');
  });
});

describe('CIT-5 words that only say where a claim comes from', () => {
  it.each([
    'According to the minutes, two of the six oars are cracked.',
    'As stated in the minutes, two of the six oars are cracked.',
    'The minutes record that two of the six oars are cracked.',
    'Two of the six oars are cracked, according to the minutes.',
    'Yes, two of the six oars are cracked.',
  ])('need not be in the source: %s', (claim) => {
    expect(check(minutes, claim).verdict).toBe('supported');
  });

  it('are compared where they say which document', () => {
    expect(
      check(minutes, 'According to the previous minutes, two of the six oars are cracked.').verdict,
    ).not.toBe('supported');
  });

  it('name the right clause', () => {
    const claim = 'the Contractor shall inspect the boiler every March.';
    expect(check(contract, `Under clause 1, ${claim}`).verdict).toBe('supported');
    const { verdict, reason } = check(contract, `Under clause 2, ${claim}`);
    expect([verdict, reason]).toEqual(['weak', 'The passage is not in “2”.']);
  });
});

describe('CIT-5 what a claim adds although all its words are there', () => {
  it.each([
    ['a reason', 'Mr Maas ordered new oars because the treasurer presented the figures.'],
    ['a decision', 'The committee raised the fee to 90 crowns.'],
    ['that a condition is met', 'The chain of the slip has been replaced.'],
    ['that there is no exception', 'All boats have been washed.'],
    ['that it holds without limit', 'The slip may be used again at any time.'],
    ['that it holds even then', 'The slip may be used again even if the chain is broken.'],
  ])('leaves it in doubt: %s', (_, claim) => {
    expect(check(minutes, claim).verdict).not.toBe('supported');
  });

  it('leaves in doubt what the source denies in the same sentence', () => {
    expect(check(contract, 'The travel of the fitter is paid by the Customer.').verdict).not.toBe(
      'supported',
    );
  });

  it('does not take the figures of one group for those of another', () => {
    const source =
      'Trial\n\nThe score fell from 31 to 22 points in the swimming group and from 30 to 27 points in the cycling group.';
    expect(check(source, 'The score fell from 31 to 22 points in the swimming group.').verdict).toBe(
      'supported',
    );
    expect(check(source, 'The score fell from 31 to 22 points in the cycling group.').verdict).not.toBe(
      'supported',
    );
  });

  it('tells steps in their order', () => {
    const source = 'Glaze\n\nAdd the syrup and stir for a minute, then pour in the rum.';
    expect(check(source, 'Pour in the rum before you add the syrup.').verdict).not.toBe('supported');
  });

  it('does not count what another sentence has as a member of a list', () => {
    const source = 'Hire\n\nTents and mats are included in the fee. Stoves cost 4 euros a day.';
    expect(check(source, 'Tents, mats and stoves are included in the fee.').verdict).not.toBe('supported');
    expect(check(source, 'Tents and mats are included in the fee.').verdict).toBe('supported');
  });
});

describe('CIT-5 a claim of two statements', () => {
  const source =
    'Pier\n\n- The kiosk closes at 6 pm on Friday. Nora Vik locks the gate as soon as the last boat is in.';

  it('is supported if each of them is', () => {
    const { verdict, passage } = check(
      source,
      'The kiosk closes at 6 pm on Friday, and Nora Vik locks the gate as soon as the last boat is in.',
    );
    expect(verdict).toBe('supported');
    expect(passage?.text).toMatch(/kiosk[^]*last boat is in/u);
  });

  it('is weak if one of them is not', () => {
    expect(
      check(source, 'The kiosk closes at 6 pm on Friday, and the ferry then waits for the last boat.')
        .verdict,
    ).not.toBe('supported');
  });
});

describe('CIT-5 a row of a table', () => {
  const source =
    'Prices\n\n| Loaf | Weight | Price |\n|---|---|---|\n| Rye | 750 g | 4.90 |\n| Spelt | 500 g | 5.20 |';

  it('needs no verb', () => {
    expect(check(source, 'The rye loaf weighs 750 g.').verdict).toBe('supported');
    expect(check(source, 'The rye loaf weighs 500 g.').verdict).not.toBe('supported');
  });
});
