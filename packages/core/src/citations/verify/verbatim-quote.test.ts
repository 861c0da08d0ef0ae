import { describe, expect, it } from 'vitest';
import { ClaimVerifier } from './claim-verifier.js';
import { splitSentences } from './split-sentences.js';

const text =
  '# Open tasks of the year\n\n| Task | What | Hours | State |\n| --- | --- | --- | --- |\n| EN-11 | Oil leak at 3 places | 70 | open |\n| SA-01 | Dish does not track above 70 degrees | 0 | open |';
const chunk = { itemId: 'log', chunkId: '0', title: 'Maintenance log', text, score: 1 };
const check = (claim: string) => new ClaimVerifier({ chunks: [chunk] }).check({ claim, chunks: [chunk] });

describe('CIT-5 a sentence that only quotes', () => {
  it('is supported by the words it quotes', () => {
    const quote = 'SA-01 | Dish does not track above 70 degrees | 0 | open';
    const titles = ['', '- Maintenance log: ', '- Maintenance log (Task | What | Hours | State): '];
    for (const claim of titles.map((title) => `${title}“${quote}” [1]`)) {
      const { verdict, passage } = check(claim);
      expect(verdict).toBe('supported');
      expect(passage?.text).toContain(quote);
    }
  });

  it('is supported by a row of few cells, which its neighbours cannot turn round', () => {
    const sheet = {
      itemId: 'sheet',
      chunkId: '0',
      title: 'Takings',
      text: '| Month | Revenue | Costs |\n| --- | --- | --- |\n| March 2026 | 52900 | 47850 |\n| April 2026 | 47850 | 46100 |',
      score: 1,
    };
    const judge = (claim: string) =>
      new ClaimVerifier({ chunks: [sheet] }).check({ claim, chunks: [sheet] }).verdict;
    expect(judge('- Takings (Month | Revenue | Costs): “March 2026 | 52900 | 47850” [1]')).toBe('supported');
    expect(judge('- Takings: “March 2026 | 47850 | 46100” [1]')).not.toBe('supported');
  });

  it('is supported by a line that is all of it, whatever its neighbours say', () => {
    const result = {
      itemId: 'query',
      chunkId: '0',
      title: 'Query of berth dues',
      text: '- 102: Skipper Mr Lund, Boat sloop, Paid no.\n- 103: Skipper Mr Dahl, Boat sloop, Dues 20.\n\nQuery: select Bill, Skipper, Boat, Paid from dues where Paid in (no, blank)',
      score: 1,
    };
    const judge = (claim: string) =>
      new ClaimVerifier({ chunks: [result] }).check({ claim, chunks: [result] }).verdict;
    expect(judge('- **102**: Skipper Mr Lund, Boat sloop, Paid no [1]')).toBe('supported');
    expect(judge('- **102**: Skipper Mr Lund, Boat ferry, Paid no [1]')).not.toBe('supported');
    expect(judge('- **103**: Skipper Mr Lund, Boat sloop, Paid no [1]')).not.toBe('supported');
  });

  it('is supported by the last row of a table, and by the sentence above it', () => {
    const depths = {
      itemId: 'harbour',
      chunkId: '0',
      title: 'Harbour handbook',
      text: '## Depths\n\nThe depth of each berth is measured in May.\n\n| berth | depth |\n| --- | --- |\n| 3 | 7 m |\n| 4 | 9 m |\n\nPilots\n\nThe duty roster hangs in the office.',
      score: 1,
    };
    const judge = (claim: string) =>
      new ClaimVerifier({ chunks: [depths] }).check({ claim, chunks: [depths] }).verdict;
    expect(judge('- Harbour handbook (berth | depth): “4 | 9 m” [1]')).toBe('supported');
    expect(judge('- Harbour handbook (berth | depth): “4 | 7 m” [1]')).not.toBe('supported');
    expect(judge('- “The depth of each berth is measured in May.” [1]')).toBe('supported');
    expect(judge('- “Pilots” [1]')).not.toBe('supported');
  });

  it('is supported by a named value alone above a heading, and not by a heading with a label', () => {
    const faq = {
      itemId: 'faq',
      chunkId: '0',
      title: 'Questions',
      text: '# Questions\n\nLast updated: 3 September 2026\n\nApologies: Ines Coto\n\nPart two: The Sea\n\nChapter 3: Sail, oars and motor\n\n## Fees\n\nNobody pays.',
      score: 1,
    };
    const judge = (quote: string) =>
      new ClaimVerifier({ chunks: [faq] }).check({ claim: `- “${quote}” [1]`, chunks: [faq] }).verdict;
    expect(judge('Last updated: 3 September 2026')).toBe('supported');
    expect(judge('Apologies: Ines Coto')).toBe('supported');
    expect(judge('Part two: The Sea')).not.toBe('supported');
    expect(judge('Chapter 3: Sail, oars and motor')).not.toBe('supported');
  });

  it('is supported by a row in a chunk that goes on with a table and has no header', () => {
    const part = (chunkId: string, rows: string[]) => ({
      itemId: 'register',
      chunkId,
      title: 'Register',
      text: rows.join('\n'),
      score: 1,
    });
    const chunks = [
      part('0', [
        '| Case | Deck | Harm | Seen by | Closed |',
        '| --- | --- | --- | --- | --- |',
        '| C-06 | Deck 9 | Low | Grace Mbeki | yes |',
        '| C-10 | Deck 9 | Low | Omar Haddad | yes |',
      ]),
      part('1', [
        '| C-14 | Deck 9 | Low | Grace Mbeki | no |',
        '| C-18 | Deck 9 | None | Grace Mbeki | yes |',
      ]),
    ];
    const judge = (row: string) => {
      const claim = `- Register (Case | Deck | Harm | Seen by | Closed): “${row}” [1]`;
      return new ClaimVerifier({ chunks }).check({ claim, chunks }).verdict;
    };
    expect(judge('C-14 | Deck 9 | Low | Grace Mbeki | no')).toBe('supported');
    expect(judge('C-18 | Deck 9 | None | Grace Mbeki | yes')).toBe('supported');
    expect(judge('C-14 | Deck 9 | None | Grace Mbeki | yes')).not.toBe('supported');
  });

  it('is supported with the day of its document, and not with another', () => {
    const chunks = [
      {
        itemId: 'v3',
        chunkId: '0',
        title: 'Dosing',
        text: 'Version 3, approved 9 September 2025.',
        score: 1,
      },
      { itemId: 'v3', chunkId: '1', title: 'Dosing', text: 'Adults receive 40 mg twice daily.', score: 1 },
    ];
    const judge = (day: string) => {
      const claim = `- Dosing (${day}): “Adults receive 40 mg twice daily.” [1]`;
      return new ClaimVerifier({ chunks }).check({ claim, chunks }).verdict;
    };
    expect(judge('2025-09-09')).toBe('supported');
    expect(judge('2023-03-14')).not.toBe('supported');
  });

  it.each([
    ['a heading', '“Mooring fees for visiting boats in summer” [1]'],
    ['a heading in bold', '“Dues of boats that stay the winter” [1]'],
    ['the title', '“Harbour rules of the northern coast” [1]'],
  ])('is not when it quotes %s', (_, claim) => {
    const rules = {
      itemId: 'rules',
      chunkId: '0',
      title: 'Harbour rules of the northern coast',
      text: 'Harbour rules of the northern coast\n\nMooring fees for visiting boats in summer\n\nBoats pay 40 crowns a day.\n\n**Dues of boats that stay the winter**\n\nThey pay 900 crowns.',
      score: 1,
    };
    const { verdict } = new ClaimVerifier({ chunks: [rules] }).check({ claim, chunks: [rules] });
    expect(verdict).not.toBe('supported');
  });

  it('is not when it says more or quotes something else', () => {
    expect(check('“SA-01 | Dish does not track above 90 degrees | 0 | open” [1]').verdict).not.toBe(
      'supported',
    );
    expect(check('It was painted green: “Dish does not track above 70 degrees” [1]').verdict).not.toBe(
      'supported',
    );
  });
});

describe('CIT-5 every sentence of a source, quoted word for word', () => {
  const LETTER =
    'From: Lea Brand\nTo: Max Holt\nSubject: The piano\n\nDear Max,\n\nI have put you in for the tuner on Friday 13 November at 9:30. Last time I paid 34.50 for it. She tunes the one in the hall first, and then ours.\n\nLea';
  const CONTRACT =
    'AGREEMENT\n\nbetween Hill Hall Ltd, 3 Hill Road (the "Hall")\nand Oak Players, 9 Mill Lane (the "Group").\n\n1. Rent. The Group pays 40 pounds for each evening. The Hall pays for the heating.\n2. Oak Players keep the key of the Hall. Hill Hall Ltd keeps another one.';
  const PRICES =
    '# Prices\n\nOut-of-hours surcharge: £135.00 per visit.\nHome visits: £60.00 within 10 miles; beyond 10 miles we charge £2.50 for each further mile.\nMembers get 10 % off everything except food and out-of-hours visits.\nNo visit is free. Visits on Sunday are not possible.';
  const sentences = [LETTER, CONTRACT, PRICES].flatMap((text) =>
    splitSentences(text)
      .map(({ start, end }) => text.slice(start, end).replaceAll('\n', ' '))
      .filter((sentence) => sentence.split(' ').length > 3 && !/^(?:#|From|\d\.)/u.test(sentence))
      .map((sentence) => [sentence, text] as const),
  );

  it('has a fair number of them', () => expect(sentences.length).toBeGreaterThan(9));

  it.each(sentences)('%s', (sentence, whole) => {
    const source = { itemId: 'i', chunkId: '0', title: 'A paper', text: whole, score: 1 };
    const { verdict, passage } = new ClaimVerifier({ chunks: [source] }).check({
      claim: `- “${sentence}” [1]`,
      chunks: [source],
    });
    expect(verdict).toBe('supported');
    expect(passage?.text.replaceAll(/\s+/gu, ' ')).toBe(sentence);
  });
});

describe('CIT-5 rows of a table with yes and no', () => {
  const lines =
    '- Anna: Fee 20, Paid yes.\n- Ben: Fee 25, Paid no.\n- Carla: Fee 20, Paid no.\n- Sunday: Early nobody, Late Mo.\n- Monday: Early nobody, Late nobody.\n\nQuery: select * where Paid = no';
  const rows = { itemId: 'q', chunkId: '0', title: 'Query of members', text: lines, score: 1 };
  const judge = (claim: string) =>
    new ClaimVerifier({ chunks: [rows] }).check({ claim, chunks: [rows] }).verdict;

  it.each([
    'Anna**: Fee 20, Paid yes',
    'Ben**: Fee 25, Paid no',
    'Carla**: Fee 20, Paid no',
    'Sunday**: Early nobody, Late Mo',
    'Monday**: Early nobody, Late nobody',
  ])('supports %s', (row) => expect(judge(`- **${row} [1]`)).toBe('supported'));

  it.each(['Anna**: Fee 20, Paid no', 'Ben**: Fee 25, Paid yes', 'Monday**: Early Mo, Late nobody'])(
    'does not support %s',
    (row) => expect(judge(`- **${row} [1]`)).not.toBe('supported'),
  );
});
