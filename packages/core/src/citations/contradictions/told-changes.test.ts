import { describe, expect, it } from 'vitest';
import { findContradictions } from './find-contradictions.js';

type Told = readonly [title: string, text: string, headingPath?: string[], date?: string];

async function differ(...documents: readonly Told[]) {
  const { found } = await findContradictions({
    chunks: documents.map(([title, text, headingPath, date], place) => ({
      itemId: String(place),
      chunkId: '0',
      title,
      text,
      score: 1,
      ...(headingPath && { headingPath }),
      ...(date !== undefined && { metadata: { date } }),
    })),
  });
  return found.map(({ sides, isOpen }) => [...sides.map(({ said }) => said).toSorted(), isOpen]);
}

describe('ANS-3 a text that says what changes', () => {
  const may: Told = [
    'Bakery meeting, 4 May 2026',
    'The summer market of the old mill is on 12 June 2026 at 9.00. The rye loaves are baked on site. The 40-litre mixer is ordered from Holm. There are four bread ovens in the cellar.',
  ];
  const june = (text: string): Told => ['Bakery meeting, 1 June 2026', text];

  it.each([
    [
      'The summer market of the old mill moves to 19 June 2026 at 9.00, because the road is mended on 12 June.',
      ['12 June 2026', '19 June 2026', false],
    ],
    [
      'The summer market of the old mill has been postponed from 12 June to Friday 19 June 2026.',
      ['12 June 2026', '19 June 2026', false],
    ],
    [
      'The rye loaves are now bought from Lund & Sons for £1,240 instead of being baked on site.',
      ['baked on site', 'bought from Lund & Sons for £1,240', false],
    ],
    [
      'The rye loaves are bought from Lund & Sons, not baked on site.',
      ['baked on site', 'bought from Lund & Sons', false],
    ],
    [
      'We now have six bread ovens in the cellar, not four: the store was cleared last week.',
      ['four bread', 'six bread', false],
    ],
    ['A 60-litre mixer replaces the 40-litre mixer.', ['40-litre', '60-litre', false]],
  ])('contradicts the one that still has it: %s', async (text, expected) => {
    expect(await differ(may, june(text))).toEqual([expected]);
    expect(await differ(june(text), may)).toEqual([expected]);
  });

  it.each([
    // Another thing, the same day, no change of what the other says.
    'The winter market of the old mill moves to 19 June 2026.',
    'The closing date of the summer market survey moves to 19 June 2026.',
    'The summer market of the old mill moves to 12 June 2026.',
    'The summer market moves to the meadow on 12 June 2026.',
    'The wheat loaves are now bought from Lund & Sons instead of being baked on site.',
    'The rye loaves are baked on site instead of being bought from Lund & Sons.',
    'We now have six bread ovens in the yard, not two.',
    'A 60-litre kettle replaces the 40-litre kettle.',
    'The summer market of the old mill is extended to 14 stalls in two rows, with music, a tombola and painting for children from the village.',
  ])('says nothing against something else: %s', async (text) => {
    expect(await differ(may, june(text))).toEqual([]);
  });

  it('contradicts a third figure for the same thing', async () => {
    const now = june('We now have six bread ovens in the cellar, not four: the store was cleared.');
    const guide = (text: string): Told => ['Guide to the mill', text];
    expect(await differ(guide('There are eight bread ovens in the cellar.'), now)).toEqual([
      ['eight bread', 'six bread', false],
    ]);
    expect(await differ(guide('There are eight bread ovens and two sinks in the cellar.'), now)).toEqual([]);
    expect(await differ(guide('There are six bread ovens in the cellar.'), now)).toEqual([]);
  });

  it('reports what held at another time', async () => {
    expect(
      await differ(
        ['Bakery history', 'Until 2018 the stall fee was 25 euros.'],
        ['Bakery prices', 'In 2019 the stall fee was raised to 40 euros.'],
      ),
    ).toEqual([]);
  });

  it('leaves it to the reader whether another paper has the same thing in mind', async () => {
    expect(
      await differ(june('A 60-litre mixer replaces the 40-litre mixer.'), [
        'Mail from Holm',
        'We can lend you the 40-litre mixer.',
      ]),
    ).toEqual([['40-litre', '60-litre', true]]);
  });

  it('denies the day that it takes back, and not the one that it gives', async () => {
    expect(
      await differ(
        [
          'Bakery meeting, 4 May 2026',
          'The public tasting of the bakery is on 22 June 2026, not on 24 June.',
        ],
        ['Bakery meeting, 1 June 2026', 'The public tasting of the bakery stays on 22 June 2026.'],
      ),
    ).toEqual([]);
  });
});

describe('ANS-3 documents of one kind about different things', () => {
  it('say nothing against each other, even under the name of their file', async () => {
    const hire = (place: string, text: string): Told => [
      `contract-yard-${place.toLowerCase()}`,
      text,
      [`Hire Agreement: Quay Yard, ${place}`],
    ];
    expect(
      await differ(
        hire('Tarn', 'The Yard supplies four temporary riggers for the launch and the hauling.'),
        hire('Odense', 'The Yard supplies two temporary riggers.'),
      ),
    ).toEqual([]);
    const signed = (name: string, day: string): Told => [
      `Rigger Agreement: ${name}`,
      `Signed for the Yard by Ida Holm, Director, on ${day}.`,
    ];
    expect(await differ(signed('Ada Finch', '12 May 2026'), signed('Jo Lund', '2 June 2026'))).toEqual([]);
    const sails = (boat: string, count: string): Told => [
      `Sail Plan: ${boat}`,
      `| Sail | Number | Made by |\n|---|---|---|\n| PVC hatch | ${count} | yard |`,
    ];
    expect(await differ(sails('The Grey Swift (cruising)', '18'), sails('Merganser', '24'))).toEqual([]);
    // One boat, two papers.
    expect(
      await differ(sails('Merganser', '18'), ['Merganser sail plan, revised', sails('Merganser', '24')[1]]),
    ).toHaveLength(1);
  });

  it('have their own dates in the lines above a letter', async () => {
    const letter = (day: string, date: string): Told => [
      `court-letter-${date}`,
      `Tarn County Court\n${day}\nClaim number K42LS107\nBetween Holm Boats Limited (Claimant) and Jo Lund (Defendant)\n\nDear Ms Finch,`,
      [],
      date,
    ];
    expect(await differ(letter('14 April 2026', '2026-04-14'), letter('3 June 2026', '2026-06-03'))).toEqual(
      [],
    );
  });
});
