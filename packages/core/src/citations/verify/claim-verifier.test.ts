import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { quotedPassage } from '../citation.js';
import { ClaimVerifier } from './claim-verifier.js';

const chunk = (text: string, changes: Partial<RetrievedChunk> = {}): RetrievedChunk => ({
  itemId: 'item',
  chunkId: '0',
  title: 'Untitled',
  text,
  score: 1,
  ...changes,
});

const OTHERS = [
  chunk('Cats sleep for twelve to sixteen hours a day.'),
  chunk('The market opens at nine and closes at noon.'),
];

const check = (claim: string, ...chunks: RetrievedChunk[]) =>
  new ClaimVerifier({ chunks: [...chunks, ...OTHERS] }).check({ claim, chunks });

const REPORT = chunk(
  'Sales rose by 12.5% to 2.85 million units in 2019. The board of Northwind met in Basel in May. Profits fell because of higher costs for energy, transport and staff. Nothing else was said.',
  { page: 7, span: { start: 1000, end: 1190 } },
);

describe('CIT-5 who a sentence begins with', () => {
  it.each([
    ['Ansgar painted the tower last year.', 'The tower was painted last year.'],
    [
      'Insulin was discovered by accident in a London hospital.',
      'Penicillin was discovered by accident in a London hospital.',
    ],
  ])('is not supported where the source does not name them: %s', (claim, text) => {
    const chunks = [{ itemId: 'item', chunkId: '0', title: '', text, score: 1 }];
    expect(new ClaimVerifier({ chunks }).check({ claim, chunks }).verdict).not.toBe('supported');
  });
});

describe('CIT-5 a claim against the text of its source', () => {
  it.each([
    ['Sales rose by 12.5 % in 2019.', 'supported'],
    ['In 2019, sales rose to 2,850,000 units.', 'supported'],
    ['The Northwind board met in Basel.', 'supported'],
    ['Higher energy, transport and staff costs made profits fall.', 'supported'],
    ['Sales rose by 21.5 % in 2019.', 'unsupported'],
    ['Sales rose to 2.85 million units in 2018.', 'unsupported'],
    ['The board of Contoso met in Basel in May.', 'unsupported'],
    ['The Contoso report says that the board met in Basel.', 'weak'],
    ['Penguins live on ice and eat fish all year.', 'unsupported'],
    ['Yes.', 'unsupported'],
  ] as const)('%j is %s', (claim, verdict) => {
    expect(check(claim, REPORT).verdict).toBe(verdict);
  });

  it('says in words what does not agree', () => {
    expect(check('Sales rose by 21.5 % in 2019.', REPORT).reason).toMatch(/“21.5 %”.*12\.5/);
    expect(check('The board of Contoso met in Basel in May.', REPORT).reason).toContain('“Contoso”');
    expect(
      check('The report on sales calls it “a most unusual year for everyone”.', REPORT).reason,
    ).toContain('quoted words');
  });

  it('gives the tightest passage, its place in the item and its page', () => {
    const { passage } = check('The board of Northwind met in Basel.', REPORT);
    expect(passage?.text).toBe('The board of Northwind met in Basel');
    expect(REPORT.text?.slice(passage?.start, passage?.end)).toBe(passage?.text);
    expect(passage).toMatchObject({
      chunkId: '0',
      page: 7,
      itemSpan: { start: 1000 + (passage?.start ?? 0), end: 1000 + (passage?.end ?? 0) },
    });
    const rephrased = check(
      'Costs that were higher for staff and energy are why profits fell.',
      REPORT,
    ).passage;
    expect(rephrased?.text).toBe('Profits fell because of higher costs for energy, transport and staff.');
  });

  it('picks the chunk of the source that says it', () => {
    const chunks = [
      chunk('The company was founded in 1950.', { chunkId: 'a' }),
      chunk('It moved to Oslo in 1999.', { chunkId: 'b' }),
    ];
    expect(check('The company moved to Oslo in 1999.', ...chunks).passage?.chunkId).toBe('b');
  });

  it('counts what the title and headings say', () => {
    const text = chunk('It was built in 1889 and is 330 metres tall.', {
      title: 'Eiffel Tower',
      headingPath: ['History'],
    });
    expect(check('The Eiffel Tower was built in 1889.', text).verdict).toBe('supported');
  });

  it.each([
    [
      'Der Vertrag endet drei Monate nach der Kündigung.',
      'Die Verträge enden 3 Monate nach Zugang der Kündigung. Alles Weitere regelt Anlage 2.',
    ],
    [
      'Договор заканчивается через три месяца.',
      'Любой договор заканчивается через три месяца после уведомления.',
    ],
    ['该合同在通知后三个月终止。', '双方约定，该合同在通知后三个月终止。其他事项另行规定。'],
    ['契約は通知の3か月後に終了します。', '本契約は通知の3か月後に終了します。'],
    [
      'Le contrat se termine trois mois après la résiliation.',
      'Le contrat prend fin : il se termine trois mois après la résiliation du client.',
    ],
  ])('works in other languages: %j', (claim, text) => {
    expect(check(claim, chunk(text)).verdict).toBe('supported');
    // CIT-5: a claim in another language than its source is never rated unsupported for that.
    expect(
      check(claim, chunk('Something else entirely, about the sheep that were on the hills.')).verdict,
    ).not.toBe('supported');
  });

  it('never throws, and its passage is always a slice of the chunk', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        (claim, text) => {
          for (const source of [chunk(text), chunk(`${text} ${claim}. ${text}`)]) {
            const { passage, score } = check(claim, source);
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(1);
            expect(passage?.text ?? '').toBe(passage ? source.text?.slice(passage.start, passage.end) : '');
          }
        },
      ),
    );
  });
});

describe('CIT-5 rows of tables and records', () => {
  const TABLE = `| City | People | Area |\n|---|---|---|\n${Array.from({ length: 40 }, (_, row) => `| Town ${row} | ${row}01 | ${row}7 |`).join('\n')}\n| Bergen | 291,000 | 465 |`;

  it('a row far down is shown with the header of its columns, without the rows between', () => {
    const { verdict, passage } = check('Bergen has 291,000 people.', chunk(TABLE));
    expect(verdict).toBe('supported');
    expect(passage?.text).toContain('| Bergen | 291,000');
    expect(passage?.text).not.toContain('Town 7');
    expect(passage?.header?.text).toContain('People');
    expect(TABLE.slice(passage?.header?.start, passage?.header?.end)).toBe(passage?.header?.text);
    expect(passage && quotedPassage(passage)).toMatch(/People[^]*Bergen/);
  });

  const RECORD =
    '{"name": "Finch & Fork", "city": "Santa Barbara", "hours": {"Monday": "17:30-23:0", "Sunday": "9:0-14:0"}, "attributes": {"BusinessParking": {"garage": true, "lot": false}, "OutdoorSeating": false, "WiFi": "free", "RestaurantsGoodForGroups": true}, "business_stars": 4.0}';

  it.each([
    ['Finch & Fork does not offer outdoor seating.', 'supported'],
    ['Finch & Fork offers outdoor seating.', 'unsupported'],
    ['On Sunday it is open from 9:00 to 14:00.', 'supported'],
    ['On Sunday it is open from 17:30 to 23:00.', 'unsupported'],
    ['It has 4.0 business stars.', 'supported'],
    ['It has 3.5 business stars.', 'unsupported'],
    ['It has a parking lot.', 'unsupported'],
    ['It is good for groups.', 'supported'],
    ['It does not offer outdoor seating or a parking lot.', 'supported'],
    ['It has a parking garage.', 'supported'],
  ])('a field of a JSON record is judged with its key: %s', (claim, verdict) => {
    const found = check(claim, chunk(RECORD));
    expect(found.verdict).toBe(verdict);
    expect(RECORD).toContain(found.passage?.text ?? 'no passage');
  });

  it.each([
    [
      'The reservoir holds 12 megalitres when full.',
      'The reservoir holds 12 gigalitres when full.',
      'unsupported',
    ],
    [
      'Zinc is imported from Turkey and exported to Peru.',
      'Zinc is imported from Peru and exported to Turkey.',
      'unsupported',
    ],
    ['The patient had chest pain.', 'The patient denied any chest pain.', 'unsupported'],
    [
      'Fishing is allowed in the reserve without a permit.',
      'Without a permit, fishing is prohibited in the reserve.',
      'unsupported',
    ],
    [
      'Group B lost 4.1 kg.',
      'Group A received the drug and lost 4.1 kg; group B received placebo and lost 1.2 kg.',
      'unsupported',
    ],
    [
      'The north tower was begun in 1430.',
      'The north tower is 62 metres tall; the south tower, begun in 1430, was never finished.',
      'unsupported',
    ],
    ['Der Vertrag endet am 30. Juni 2026.', 'The contract ends on 30 June 2027.', 'unsupported'],
    [
      'Visitors may bring dogs on a lead and ride bicycles in the gardens.',
      'Visitors may bring dogs on a lead. Bicycles are not allowed in the gardens.',
      'weak',
    ],
    [
      'The author died before the novel came out in 1951.',
      'The novel was published posthumously in 1951, three years after the death of its author.',
      'supported',
    ],
    [
      'Drive at no more than 30 mph in the yard.',
      'Drive at no more than 30 km/h in the yard.',
      'unsupported',
    ],
    ['The film lasts 105 minutes.', 'The film lasts 1 hour 45 minutes.', 'supported'],
    ['The virus spreads from pigs to bats.', 'The virus spreads from bats to pigs.', 'unsupported'],
    ['The soup contains leeks, potatoes and cream.', 'The soup contains leeks and potatoes.', 'weak'],
    ['Ida Lund is an analyst.', 'Name,Role,Office\nIda Lund,Engineer,Oslo\nPer Moe,Analyst,Bergen', 'weak'],
  ])('what a trial by strangers showed: %s', (claim, source, verdict) => {
    expect(check(claim, chunk(source)).verdict).toBe(verdict);
  });
});
