import { describe, expect, it } from 'vitest';
import { analyseText } from '../analyse/index.js';
import { statedVersion } from '../parse/stated-version.js';
import { composeAnswer } from './compose-answer.js';
import { selectAnswers } from './select-answers.js';

const terms = (text: string) => analyseText({ text, language: 'en' });

type Paper = [title: string, date: string | null, contents: string];

async function ask(question: string, ...papers: readonly Paper[]) {
  const documents = papers.map(([title, date, contents], place) => ({
    number: place + 1,
    title,
    path: `${place}.md`,
    date,
    rank: place,
    contents: `# ${title}\n\n${contents}`,
    version: statedVersion(contents),
  }));
  const answers = await selectAnswers({ question, documents, terms, most: 4 });
  const shown = { results: [], searched: true, canSearch: true, wantsList: false, isKnown: true };
  return composeAnswer({ ...answers, ...shown, question, documents, language: 'en' });
}

describe('MOD-2 a rule that an amendment changes', () => {
  const statutes: Paper = [
    'Statutes of the beekeepers',
    '2020-02-01',
    '## 4. Colonies\n\nA member keeps at most 12 colonies on the common. The common is mown in June.\n\n## 5. Honey\n\nHoney is sold in jars of 500 g.',
  ];
  const amendment: Paper = [
    'Second amendment to the statutes of the beekeepers',
    '2024-03-09',
    '1. In section 4, "12 colonies" is replaced by "8 colonies".\n2. Section 5 now reads: "Honey is sold in jars of 350 g."',
  ];

  it('stands behind the amendment', async () => {
    for (const [question, now, before] of [
      ['How many colonies may a member keep on the common?', '8 colonies', 'at most 12 colonies'],
      ['In what jars is honey sold?', '350 g', 'jars of 500 g'],
    ] as const) {
      const answer = await ask(question, statutes, amendment);
      expect(answer).toContain('one replaces the other');
      expect(answer.indexOf(now)).toBeGreaterThan(0);
      expect(answer.indexOf(now)).toBeLessThan(answer.indexOf(before));
    }
  });

  it('and only that one: the sentence beside it holds', async () => {
    const answer = await ask('When is the common mown?', statutes, amendment);
    expect(answer).toContain('“The common is mown in June.” [1]');
    expect(answer).not.toContain('replaces');
  });
});

describe('MOD-2 documents that give different values for what was asked', () => {
  it('are all quoted, and none as the answer', async () => {
    const answer = await ask(
      'How much did the new oven cost?',
      ['Bakers’ news', '2025-09-01', 'The new oven was bought for £7,300 and bakes well.'],
      ['Accounts', '2025-12-31', 'For the new oven £7,950 was paid in the end.'],
    );
    expect(answer).toMatch(/^I found sources that (?:say different things|disagree)/u);
    expect(answer.indexOf('£7,950')).toBeLessThan(answer.indexOf('£7,300'));
    const times = await ask(
      'What time does the market close?',
      ['Market rules', null, 'The market shuts its gates at 17:00. Stalls are cleared by six.'],
      ['Town news', null, 'The market now closes at 18:00.'],
    );
    expect(times).toContain('17:00');
    expect(times).toContain('18:00');
    expect(times).toMatch(/^I found sources that/u);
  });

  it('do not differ where one is about something else', async () => {
    const answer = await ask(
      'How much did the new oven cost?',
      ['Bakers’ news', '2025-09-01', 'The new oven was bought for £7,300 and bakes well.'],
      ['Accounts', '2025-12-31', 'The van was bought for £12,950.'],
    );
    expect(answer).not.toContain('sources');
  });
});

describe('MOD-2 who it is', () => {
  it('is who was elected, before who held the post until then', async () => {
    const answer = await ask(
      'Who is the librarian?',
      ['Minutes of May', '2025-05-02', 'The librarian, Otto Lenz, reported on new books.'],
      ['Minutes of June', '2025-06-06', 'Mina Faro was elected librarian.'],
    );
    expect(answer.indexOf('Mina Faro')).toBeGreaterThan(0);
    expect(answer.indexOf('Mina Faro')).toBeLessThan(
      answer.includes('Otto Lenz') ? answer.indexOf('Otto Lenz') : Infinity,
    );
  });

  it('is nobody of whom it is denied', async () => {
    const answer = await ask('Who was fined after the fire?', [
      'Fire report',
      null,
      'After the fire the baker Ina Roth was not fined. The fire began at four.',
    ]);
    expect(answer).toMatch(/^I found no/u);
  });
});

describe('MOD-2 a measure that the question names', () => {
  it('is told by its unit, from each document that has it, and by no other figure', async () => {
    const answer = await ask(
      'What weight may the hoist carry?',
      ['Hoist rules', null, 'The hoist carries up to 300 kg. The hoist costs £4 an hour.'],
      ['Hoist certificate', null, 'Hoist number 12\n\nPermitted weight of the hoist: 250 kg'],
    );
    expect(answer).toContain('300 kg');
    expect(answer).toContain('250 kg');
    expect(answer).not.toContain('£4');
    expect(answer).not.toContain('nothing');
  });
});

describe('MOD-2 what is allowed', () => {
  it('is told by the rule, before what somebody once did', async () => {
    const answer = await ask(
      'How high may a climber go?',
      ['Diary', null, 'Climbers made 4 climbs with the guide, as high as 60 metres.'],
      ['Rules of the wall', null, 'The greatest height without a guide is 40 metres for a climber.'],
    );
    const done = answer.indexOf('60 metres');
    expect(answer.indexOf('40 metres')).toBeGreaterThan(0);
    expect(answer.indexOf('40 metres')).toBeLessThan(done === -1 ? Infinity : done);
  });
});

describe('MOD-2 the one that has the most', () => {
  it('is no row alone', async () => {
    const rows = '| Horse | Weight |\n|---|---|\n| Bella | 540 |\n| Nero | 610 |';
    expect(await ask('Which horse is the heaviest?', ['Stable', null, rows])).toMatch(/^I found no/u);
  });
});

describe('CIT-9 what stands below sources that disagree', () => {
  const rules: Paper = ['Kiln rules', '2026-09-01', 'The small kiln is not used on Sundays.'];
  const meeting = (day: string, date: string, text: string): Paper => [`Pottery meeting, ${day}`, date, text];
  const first = meeting(
    '3 September 2026',
    '2026-09-03',
    'The small kiln is used on weekdays and also on Sundays.',
  );
  const question = 'Is the small kiln used on Sundays?';

  it('joins them if it is later and about the same', async () => {
    const text =
      'The small kiln is used on weekdays only; on Sundays Ida fires pots in the oven of the loft.';
    const answer = await ask(question, rules, first, meeting('17 September 2026', '2026-09-17', text));
    expect(answer.split('\n')[0]).toBe(
      'I found sources that say different things; check which one applies. The newest first:',
    );
    const places = ['17 September', '3 September', 'Kiln rules'].map((title) => answer.indexOf(title));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
    expect(answer).not.toContain('I also found');
  });

  it('shows its day, and takes the heading away if it has none', async () => {
    const leaflet = (date: string | null): Paper => [
      'Leaflet',
      date,
      'Ask Ida Holm, who looks after the small kiln used by beginners on weekdays, before you come on Sundays.',
    ];
    const older = await ask(question, rules, first, leaflet('2024-05-01'));
    expect(older).toContain('The newest first:');
    expect(older).toMatch(/I also found:\n\n- Leaflet \(2024-05-01\):\n {2}“Ask Ida/u);
    const undated = await ask(question, rules, first, leaflet(null));
    expect(undated).toMatch(/^I found sources that /u);
    expect(undated).toMatch(/I also found:\n\n- Leaflet: “Ask Ida/u);
    expect(undated).not.toContain('newest first');
  });

  it('is a correction if that says what moves', async () => {
    const answer = await ask(
      'When is the open day of the pottery?',
      meeting(
        '3 September 2026',
        '2026-09-03',
        'The open day of the pottery is on 16 October 2026 at 19.00.',
      ),
      meeting(
        '1 October 2026',
        '2026-10-01',
        'The open day of the pottery moves to 20 October 2026 at 19.00, because the roof is mended on 16 October.',
      ),
    );
    expect(answer.split('\n')[0]).toBe('I found sources that disagree. The newest first:');
    expect(answer.indexOf('20 October')).toBeLessThan(answer.indexOf('is on 16 October'));
  });
});
