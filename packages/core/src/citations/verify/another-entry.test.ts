import { describe, expect, it } from 'vitest';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { ClaimVerifier } from './claim-verifier.js';

function verdictOf(source: string, claim: string) {
  const chunk: RetrievedChunk = { itemId: 'item', chunkId: '0', title: '', text: source, score: 1 };
  return new ClaimVerifier({ chunks: [chunk] }).check({ claim, chunks: [chunk] }).verdict;
}

// Each row: what it is about, the source, a claim that it supports, and one with all its words that it does not.
const ROWS: [about: string, source: string, right: string, wrong: string][] = [
  [
    'who stands before the verb',
    'Our cook, Lena Hauck, plans the menus; her colleague Imre orders the vegetables.',
    'Imre orders the vegetables.',
    'Lena Hauck orders the vegetables.',
  ],
  [
    'the subject beyond a bracket',
    "Mr Dahl (Nina's uncle) has kindly said yes, and Ms Roth may be able to come.",
    'Mr Dahl has kindly said yes.',
    'Ms Roth has said yes to coming.',
  ],
  [
    'who asks whom',
    'The key is with Runa Holm. She has asked Kessel Transport to bring a ramp.',
    'Runa Holm has asked Kessel Transport to bring a ramp.',
    'Kessel Transport asked Runa Holm to bring a ramp.',
  ],
  [
    'a condition that is lifted',
    'Members get a third off on showing a stamped ticket.',
    'Members get a third off on showing a stamped ticket.',
    'Members get a third off, with no ticket needed.',
  ],
  [
    'a condition that does not matter',
    'Cover: one year, or four if the drill is entered in the register within 20 days.',
    'The cover is four years if the drill is entered in the register within 20 days.',
    'The cover is four years whether or not the drill is entered in the register.',
  ],
  [
    'without',
    'The hirer may move the stage, with the written consent of the caretaker.',
    'The hirer may move the stage with the written consent of the caretaker.',
    'The hirer may move the stage without asking the caretaker.',
  ],
  [
    'steps of one sentence',
    'Melt the wax, wait for two minutes, then stir in the pigment.',
    'Melt the wax, then stir in the pigment.',
    'The pigment is stirred in before the wax is melted.',
  ],
  [
    'first and then',
    'A transfer needs two signatures: first that of the warden, then that of the bursar.',
    'A transfer needs first the signature of the warden, then that of the bursar.',
    "A transfer needs the bursar's signature first and then the warden's.",
  ],
  [
    'steps of two sentences',
    'Insert the reel and shut the flap until it locks. Then press START once.',
    'Shut the flap until it locks.',
    'Press START once before shutting the flap.',
  ],
  [
    'once',
    'Trainees may use the kiln once they have passed the safety test.',
    'Trainees may use the kiln once they have passed the safety test.',
    'Trainees may use the kiln before they have passed the safety test.',
  ],
  [
    'a reason that is nowhere',
    'Our second team came third. The first team gave up before the final.',
    'The first team gave up before the final.',
    'The first team gave up because of a storm.',
  ],
  [
    'a code',
    'Lamps\nF1: no water. F2: lid is open (see page 4). F3: pump blocked.',
    'F2 means that the lid is open.',
    'F3 means that the lid is open.',
  ],
  [
    'a label',
    'Signed\nBarge office, Lock 3\nDesk: 4410 | Night line: 4477',
    'The desk is 4410.',
    'The desk is 4477.',
  ],
  [
    'an office in a list',
    'Officers: chair Maud Orrin, treasurer Pim Kolk, secretary Ines Vara.',
    'The treasurer is Pim Kolk.',
    'Ines Vara is the treasurer.',
  ],
  [
    'the later of two parts',
    'The tenant shall sweep the yard once every two weeks and the cellar stairs once every quarter.',
    'The yard is swept once every two weeks.',
    'The cellar stairs are swept once every two weeks.',
  ],
  [
    'hours of another day',
    'The gate is open from 9.00 to 17.00, on Mondays until 13.00.',
    'The gate is open until 13.00 on Mondays.',
    'On Mondays the gate is open until 17.00.',
  ],
  [
    'what something is',
    'The oldest boat was the grey ketch (1911), ahead of the green sloop (1924).',
    'The oldest boat was the grey ketch.',
    'The oldest boat was the green sloop.',
  ],
  [
    'the quarter of a column',
    'Sales\n\n| Shop | Q1 tins | Q2 tins |\n|---|---|---|\n| Harbour | 1,310 | 1,480 |\n| Market | 950 | 990 |',
    'The Harbour shop sold 1,480 tins in the second quarter.',
    'The Harbour shop sold 1,310 tins in the second quarter.',
  ],
  [
    'working days',
    'Bills are due within 20 days of delivery.',
    'Bills are due within 20 days of delivery.',
    'Bills are due within 20 working days of delivery.',
  ],
  [
    'a month for a week',
    'Tools may be lent for one week with the consent of the foreman.',
    'Tools may be lent for one week with the consent of the foreman.',
    'Tools may be lent for one month with the consent of the foreman.',
  ],
  [
    'pieces for a weight',
    'Coffee comes on Tuesday: 15 kg, to be signed for by the porter.',
    'The coffee delivery on Tuesday is 15 kg.',
    'The coffee delivery on Tuesday is 15 sacks.',
  ],
  [
    'an offer',
    'Mr Sorel had sent a letter offering to paint the shed doors.',
    'Mr Sorel offered to paint the shed doors.',
    'Mr Sorel painted the shed doors.',
  ],
  [
    'a request',
    'Jo, could you ask the joiners whether the shelf can still be lowered?',
    'Jo should ask the joiners whether the shelf can still be lowered.',
    'The shelf has been lowered by the joiners.',
  ],
  [
    'a wish',
    'A driving licence is desirable; if you have none, we pay for a course. Experience is not required.',
    'A driving licence is desirable.',
    'A driving licence is compulsory.',
  ],
  [
    'a deed that stands elsewhere',
    'Note 12 on varnish\nFriday, written by Tilda Moen, room 4\n\nPurpose: find a varnish that holds on wet oak. Samples: A is shellac, B is yacht varnish.\n\nSteps were taken on three days in a row. The boards were sanded and dusted. Each of them was left to dry on its edge, beside the stove.\n\nRemarks: Ravi sanded the boards, I did the dusting.',
    'Ravi sanded the boards.',
    'Tilda Moen sanded the boards.',
  ],
];

describe('CIT-5 a claim with all the words of a passage, but not what it says', () => {
  it.each(ROWS)('is not supported: %s', (_, source, right, wrong) => {
    expect(verdictOf(source, wrong), wrong).not.toBe('supported');
    expect(verdictOf(source, right), right).not.toBe('unsupported');
  });

  it('leaves most of what the passages do say supported', () => {
    const open = ROWS.flatMap(([about, source, right]) =>
      verdictOf(source, right) === 'supported' ? [] : [about],
    );
    expect(open.length, open.join('; ')).toBeLessThanOrEqual(6);
  });
});
