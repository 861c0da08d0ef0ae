import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareSentences } from './compare-sentences.js';
import { findContradictions } from './find-contradictions.js';

/** What they differ in, the title of both documents, and the text of each. */
type Row = [sort: string, title: string, one: string, other: string];

const rows = (name: string): Row[] =>
  readFileSync(new URL(`testing/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

const chunksOf = (set: string, list: readonly Row[]) =>
  list.flatMap(([, title, ...texts], place) =>
    texts.map((text, side) => ({
      itemId: `${set}${place}-${side}`,
      chunkId: '0',
      title,
      text,
      score: 1,
    })),
  );

/** Puts both sets together: every pair found that was not planted is wrong, also across rows. */
async function measure(planted: readonly Row[], nearMisses: readonly Row[]) {
  const { found, compared } = await findContradictions({
    chunks: [...chunksOf('planted', planted), ...chunksOf('near', nearMisses)],
  });
  const sure = found.filter(({ isOpen }) => !isOpen);
  const right = new Set<string>();
  const wrong: string[] = [];
  for (const { kind, sides } of sure) {
    const [one, other] = sides.map(({ itemId }) => itemId.split('-')[0] ?? '');
    if (one === other && one?.startsWith('planted')) right.add(one);
    else wrong.push(`${kind}: ${sides.map(({ passage }) => passage.text).join(' | ')}`);
  }
  const missed = planted
    .filter((_, place) => !right.has(`planted${place}`))
    .map((row) => row.slice(2).join(' | '));
  return {
    precision: right.size / (right.size + wrong.length),
    recall: right.size / planted.length,
    compared,
    wrong,
    missed,
  };
}

/** With a title per text; each pair separately. */
async function measureTexts(planted: string, nearMisses: string) {
  const sureIn = async (name: string) => {
    const list = readFileSync(new URL(`testing/${name}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [string, string, string, string, string]);
    let sure = 0;
    for (const [, first, one, second, other] of list) {
      const chunk = (itemId: string, title: string, text: string) => ({
        itemId,
        chunkId: '0',
        title,
        text,
        score: 1,
      });
      const { found } = await findContradictions({
        chunks: [chunk('a', first, one), chunk('b', second, other)],
      });
      if (found.some(({ isOpen }) => !isOpen)) sure++;
    }
    return { sure, all: list.length };
  };
  const { sure: found, all: pairs } = await sureIn(planted);
  const { sure: near } = await sureIn(nearMisses);
  return { found, pairs, near };
}

describe('ANS-3 contradictions that were planted, among near misses', () => {
  it('finds them: 60 planted and 200 near misses', async () => {
    const { wrong, missed, precision, recall, compared } = await measure(
      rows('planted-pairs'),
      rows('near-misses'),
    );
    console.log({ precision, recall, compared, wrong, missed });
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.95);
    // 520 sentences make 134,940 pairs.
    expect(compared).toBeLessThan(2_000);
  });

  it('finds others that were written afterwards, without looking at the rules', async () => {
    const { wrong, missed, precision, recall } = await measure(
      rows('held-out-pairs'),
      rows('held-out-near-misses'),
    );
    console.log({ precision, recall, wrong, missed });
    expect(precision).toBeGreaterThanOrEqual(0.8);
    expect(recall).toBeGreaterThanOrEqual(0.7);
  });

  it('finds some between texts of different kinds on one thing, in other words, and no near miss', async () => {
    const { found, pairs, near } = await measureTexts('texts-of-kinds', 'texts-of-kinds-near-misses');
    console.log({ found, pairs, near });
    expect(found).toBeGreaterThanOrEqual(pairs / 2);
    expect(near).toBe(0);
  });

  it('finds them right below a heading, without a blank line between', async () => {
    const contract = (fee: string) => `# Contract\n## 2 Fee\nThe annual maintenance fee is ${fee} EUR.`;
    const { found, statements } = await findContradictions({
      chunks: chunksOf('fee', [['number', 'Contract', contract('18,400'), contract('19,900')]]),
    });
    expect(statements).toBe(2);
    expect(found.map(({ sides }) => sides.map(({ passage }) => passage.text))).toEqual([
      ['The annual maintenance fee is 18,400 EUR.', 'The annual maintenance fee is 19,900 EUR.'],
    ]);
  });
});

describe('ANS-3 an amendment and what it amends', () => {
  const contract = { title: 'Lease between Maple Row Ltd and Corwin Foods', heading: '3 Rent' };
  const amendment = { title: 'Amendment No. 2 to the lease with Corwin Foods', heading: '' };
  const differ = (one: string, other: string) =>
    compareSentences({ ...contract, text: one }, { ...amendment, text: other })?.said;

  it('are held against each other, wherever in the paper a sentence stands', () => {
    expect(
      differ(
        'The rent is EUR 900 per month.',
        '(b) Section 3: the rent is EUR 980 per month from 1 May 2025.',
      ),
    ).toEqual(['EUR 900', 'EUR 980']);
    expect(
      differ('This lease runs until 31 July 2026.', '2. Clause 4 (Term): the lease runs until 31 July 2029.'),
    ).toEqual(['31 July 2026', '31 July 2029']);
  });

  it('agree where one says from when and the other until when', () => {
    expect(
      differ(
        'The rent is EUR 980 per month from 1 May 2025.',
        'The rent is EUR 980 per month until 31 July 2029.',
      ),
    ).toBeUndefined();
  });

  it('takes what each contract says of itself for no dispute, and two accounts of one lease for one', async () => {
    const look = (texts: [title: string, text: string][]) =>
      findContradictions({
        chunks: texts.map(([title, text], place) => ({
          itemId: String(place),
          chunkId: '0',
          title,
          text,
          score: 1,
        })),
      });
    const forms = await look([
      ['Catering contract with Brenner', 'The annual fee is 23,400 euros. The contact person is Ann Moss.'],
      [
        'Power supply agreement, Salis AG',
        'The annual fee is 41,750 euros. The contact person is Lea Wirth.',
      ],
      ['Printer lease', 'The annual fee is 1,440 euros. The contact person is Tom Orr.'],
      ['Garden care', 'The annual fee is 980 euros. The contact person is Ida Holt.'],
    ]);
    expect(forms.found.filter(({ isOpen }) => !isOpen)).toEqual([]);
    const lease = await look([
      ['Memo on the Odense lease', 'The notice period for the lease is three months.'],
      ['Summary of the Odense lease', 'The notice period for the lease is six months.'],
    ]);
    expect(lease.found.map(({ sides }) => sides.map(({ said }) => said))).toEqual([
      ['three months', 'six months'],
    ]);
    const officers = await look([
      ['Privacy policy', 'The privacy officer is Ms Ida Vogel. The deputy privacy officer is Mr Ken Hale.'],
      ['Handbook', 'The privacy officer is Mr Jon Brand.'],
    ]);
    expect(officers.found.map(({ sides }) => sides.map(({ said }) => said).toSorted())).toEqual([
      ['Ida Vogel', 'Jon Brand'],
    ]);
  });

  it.each<[string, string, string, string[] | null]>([
    [
      'The ropes are inspected twice a year.',
      'The ropes are inspected every quarter.',
      'sure',
      ['twice a year', 'every quarter'],
    ],
    [
      'Calves get 2 litres of milk three times a day.',
      'Calves get 3 litres of milk twice a day.',
      'sure',
      ['2 litres of milk three times a day', '3 litres of milk twice a day'],
    ],
    [
      'Heavy patients receive 60 mg once daily.',
      'Heavy patients receive 40 mg twice daily.',
      'sure',
      ['60 mg once daily', '40 mg twice daily'],
    ],
    ['Tandem lifts are allowed with a signaller.', 'Tandem lifts are no longer allowed.', 'open', null],
    ['The tank is cleaned every three months.', 'The tank is cleaned every quarter.', 'none', null],
    ['The ropes are inspected twice a year.', 'The ropes are inspected every six months.', 'none', null],
    ['The ropes are inspected twice a year.', 'The brakes are inspected every month.', 'none', null],
    ['Low beds: all 24 have arrived.', '| Low beds | 62400 | 2026 | yes |', 'none', null],
  ])('compares how often, and what holds no longer: %s | %s', async (one, other, verdict, said) => {
    const { found } = await findContradictions({
      chunks: chunksOf('often', [['number', 'Rules', one, other]]),
    });
    expect(found.map(({ isOpen }) => (isOpen ? 'open' : 'sure'))).toEqual(
      verdict === 'none' ? [] : [verdict],
    );
    if (said) expect(found[0]?.sides.map((side) => side.said)).toEqual(said);
  });

  describe('of two documents that each have a time', () => {
    const differ = (one: [title: string, text: string], other: [title: string, text: string]) =>
      findContradictions({
        chunks: [one, other].map(([title, text], place) => ({
          itemId: String(place),
          chunkId: '0',
          title,
          text,
          score: 1,
        })),
      }).then(({ found }) => found.map(({ sides, isOpen }) => [...sides.map(({ said }) => said), isOpen]));

    it('has nothing to say of their own dates, of what comes next, and of prices of other years', async () => {
      const title = 'Choir';
      for (const [one, other] of [
        [
          'Dated 4 May 2024, between Tarn Marina and Ilse Brook.',
          'Dated 9 June 2025, between Tarn Marina and Ilse Brook.',
        ],
        ['Next rehearsal: 4 May 2024.', 'Next rehearsal: 9 June 2024.'],
        ['4 May 2024, Parish hall.', '9 June 2024, Parish hall.'],
        [
          '| Rope | Unit | Price 2024 |\n|---|---|---|\n| Hemp rope 12 mm | metre | 3.20 |',
          '| Rope | Unit | Price 2025 |\n|---|---|---|\n| Hemp rope 12 mm | metre | 3.60 |',
        ],
        ['The east vault shows no cracks.', '| Part | Depth |\n|---|---|\n| East vault | 41 |'],
      ] as const)
        expect(await differ([title, one], [title, other]), one).toEqual([]);
      // What happened on a day is different.
      expect(
        await differ(
          [title, 'On 4 May 2024 the hall was opened.'],
          [title, 'On 9 June 2024 the hall was opened.'],
        ),
      ).toHaveLength(1);
    });

    it('holds a sentence against a row, which says what its column names of its first cell', async () => {
      const bids = (price: string) =>
        `| Caterer | Price (EUR) | Staff |\n| --- | --- | --- |\n| Olive Tree Kitchen | ${price} | 9 |\n| Lindner Brothers | 8900 | 6 |`;
      const award = 'The feast goes to Olive Tree Kitchen at a price of €9,450 before tax.';
      expect(await differ(['Summer feast: award', award], ['Summer feast: offers', bids('9150')])).toEqual([
        ['€9,450', '9150 EUR', false],
      ]);
      expect(
        await differ(
          ['Chapel organ: report', 'The contract sum is £88,400.'],
          ['Chapel organ: sheet', '| Item | Value |\n| --- | --- |\n| Contract sum | £84,400 |'],
        ),
      ).toEqual([['£88,400', '£84,400', false]]);
      // The same figure, another caterer, another column, another feast, another year.
      for (const [title, text] of [
        ['Summer feast: offers', bids('9450')],
        ['Summer feast: offers', bids('9150').replace('Olive Tree Kitchen', 'Olive Grove')],
        ['Summer feast: offers', bids('9150').replace('Price', 'Deposit')],
        ['Winter ball: offers', bids('9150')],
        ['Summer feast: offers', bids('9150').replace('Price', 'Price 2019')],
      ] as const)
        expect(await differ(['Summer feast: award', award], [title, text]), text).toEqual([]);
    });

    it('holds a row against a row only below headings that have a word in common', async () => {
      const spent = '| Ward | Plan £ | Spent last year £ |\n|---|---|---|\n| Day surgery | 265000 | 281300 |';
      const revised = (heading: string, figure: string) =>
        `| Ward | Plan £ | ${heading} |\n|---|---|---|\n| Day surgery | 265000 | ${figure} |`;
      const against = (text: string) => differ(['Wards: plan', spent], ['Wards: July', text]);
      expect(await against(revised('Revised £', '262000'))).toEqual([]);
      expect(await against(revised('Spent £', '262000'))).toHaveLength(1);
    });

    it('takes things with numbers of their own for different ones, and not versions', async () => {
      const notice = (months: string) => `The notice period is ${months} months.`;
      expect(
        await differ(['Lease of Berth 4', notice('three')], ['Lease of Berth 9', notice('six')]),
      ).toEqual([]);
      expect(
        await differ(
          ['Harbour rules, edition 4', notice('three')],
          ['Harbour rules, edition 9', notice('six')],
        ),
      ).toHaveLength(1);
    });

    it('asks whether two values of one thing under one name disagree', async () => {
      const lease: [string, string] = [
        'Berth licence Tarn Marina',
        'The mooring fee is £410, payable in advance at the start of each quarter.',
      ];
      expect(
        await differ(lease, ['Amendment to the berth licence', 'From 1 May 2024 the mooring fee is £455.']),
      ).toEqual([['£455', '£410', true]]);
      expect(
        await differ(
          [
            'Harper Crane: inspection',
            'Until the rope is changed, the hook load should be lowered to 4 tonnes.',
          ],
          [
            'Harper Crane works: minutes',
            'Mr Lund has put up a plate with a hook load of 6 tonnes since June.',
          ],
        ),
      ).toEqual([['6 tonnes', '4 tonnes', true]]);
      // About another thing, under another name, or with the same value.
      for (const [title, text] of [
        ['Berth licence Alder Quay', 'From 1 May 2024 the mooring fee is £455.'],
        ['Amendment to the berth licence', 'From 1 May 2024 the cleaning fee is £455.'],
        ['Amendment to the berth licence', 'From 1 May 2024 the mooring fee is £410.'],
      ] as const)
        expect(await differ(lease, [title, text]), text).toEqual([]);
    });
  });
});
