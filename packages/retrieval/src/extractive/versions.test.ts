import { describe, expect, it } from 'vitest';
import { statedVersion } from '../parse/stated-version.js';
import { composeAnswer } from './compose-answer.js';
import { readPrompt, type PromptDocument } from './read-prompt.js';
import { replacedVersions } from './replaced-versions.js';
import { selectAnswers } from './select-answers.js';

const SMALL = new Set('the a an of is are at for to in with what which how does do be by from'.split(' '));
const terms = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((word) => word.replace(/(?:ing|ed|es|s)$/u, ''))
    .filter((word) => !SMALL.has(word));

function version(number: number, path: string, date: string, contents: string): PromptDocument {
  const title = 'Rules for the crane';
  return { number, title, path, date, contents, version: statedVersion(contents), rank: number };
}

const OLD = version(
  1,
  'crane-v1.md',
  '2022-05-03',
  `# Rules for the crane

Version 1.2, in force from 3 May 2022.

## Wind

Work with the crane stops at a wind speed of 72 km/h. The pins are set at 80 km/h.

## Checks

The ropes are inspected twice a year.`,
);
const NEW = version(
  2,
  'crane-v2.md',
  '2025-01-10',
  `# Rules for the crane

Version 2.0, in force from 10 January 2025. This version replaces version 1.2.

## Wind

Work with the crane stops at a wind speed of 60 km/h. The pins are set at 80 km/h.

## Checks

The ropes are inspected every quarter.`,
);

async function ask(question: string, documents: readonly PromptDocument[]) {
  const answers = await selectAnswers({ question, documents, terms, most: 4 });
  const shown = { results: [], searched: true, canSearch: true, wantsList: false, isKnown: true };
  return composeAnswer({ ...answers, ...shown, question, documents, language: 'en' });
}

const stating = (number: number, title: string, date: string | null, said: string): PromptDocument => {
  const contents = `# ${title}\n\n${said}\n`;
  return { number, title, path: `${number}.md`, date, contents, version: statedVersion(contents), rank: 0 };
};

describe('MOD-2 versions of a document', () => {
  it('puts what a version says behind the one that replaces it, and says so', async () => {
    const text = await ask('At what wind speed does work with the crane stop?', [OLD, NEW]);
    expect(text).toContain('one replaces the other');
    expect(text.indexOf('60 km/h')).toBeLessThan(text.indexOf('72 km/h'));
    expect(text).toContain('(crane-v1.md, 2022-05-03, replaced version)');
    expect(text).not.toContain('(crane-v2.md, 2025-01-10, replaced');
  });

  it('says so where it has only the replaced one, which its metadata tell', async () => {
    const contents = '# Crane rules\n\nWork with the crane stops at a wind speed of 72 km/h.';
    const told = (metadata: string) => {
      const documents = [{ document: 1, title: 'Crane rules', metadata, contents }];
      return readPrompt(
        [JSON.stringify({ documents }), 'When does work with the crane stop?'].map((text) => ({
          role: 'user' as const,
          content: [{ type: 'text' as const, text }],
        })),
      ).documents;
    };
    const question = 'At what wind speed does work with the crane stop?';
    const only = 'I found this only in a version that was replaced';
    expect(await ask(question, told('replaced by: Crane rules, version 2.0'))).toContain(only);
    expect(await ask(question, told('path: crane.md'))).not.toContain(only);
  });

  it('quotes what both say from the one that holds', async () => {
    const text = await ask('At what speed are the pins set?', [OLD, NEW]);
    expect(text).toContain('“The pins are set at 80 km/h.” [2]');
    expect(text).not.toContain('“The pins are set at 80 km/h.” [1]');
  });

  it('says that only a replaced version answers', async () => {
    const without = { ...NEW, contents: NEW.contents.replace(/## Wind[^#]*/u, '') };
    const text = await ask('At what wind speed does work with the crane stop?', [OLD, without]);
    expect(text).toContain('I found this only in a version that was replaced or withdrawn.');
  });

  it('answers from the version that a question names', async () => {
    const text = await ask('At what wind speed did work with the crane stop in version 1.2?', [OLD, NEW]);
    expect(text).toContain('72 km/h');
    expect(text).not.toContain('60 km/h');
  });

  describe('of which one replaces the other by its code', () => {
    const lining = (number: number, title: string, head: string, said: string): PromptDocument => {
      const contents = `# ${title}\n\n${head} Surveyor: Ada Finch.\n\n## Summary\n${said}\n\n## Door\nThe hinge is free.\n`;
      const path = `${title.toLowerCase().replaceAll(' ', '-')}.md`;
      return { number, title, path, date: null, contents, version: statedVersion(contents), rank: number };
    };
    const old = lining(
      1,
      'Kiln survey Marlow Pottery',
      'Survey KS-23, May 2023.',
      'The lining of the kiln is in good condition. It may be fired up to 1,280 degrees.',
    );
    const now = lining(
      2,
      'Marlow kiln repeat survey',
      'Survey KS-25, June 2025. This survey supersedes KS-23.',
      'The lining of the kiln is now in poor condition. It may be fired up to 1,100 degrees only.',
    );
    const oven = stating(3, 'Harper bakery oven', null, 'A new lining would cost £9,400.');
    const offer = stating(4, 'Offer', null, 'Brack reline the Marlow kiln at a price of £6,150 before tax.');

    it('tells them apart under other titles', async () => {
      expect([...replacedVersions([old, now, oven])]).toEqual([1]);
      expect([...replacedVersions([{ ...old, version: ['Survey KS-22, May 2022.'] }, now])]).toEqual([]);
      const text = await ask('What is the state of the Marlow kiln?', [old, now, oven]);
      expect(text).toContain('one replaces the other');
      expect(text.indexOf('poor condition')).toBeLessThan(text.indexOf('good condition'));
    });

    it('says how what they are about has changed, and nothing of who looked at it', async () => {
      const text = await ask('How has the Marlow kiln changed since 2023?', [old, now, oven]);
      for (const said of ['now in poor', 'in good condition', '1,100 degrees', '1,280 degrees'])
        expect(text).toContain(said);
      for (const said of ['Surveyor', 'hinge', '9,400']) expect(text).not.toContain(said);
    });

    it('quotes of a named thing nothing that is said of another one', async () => {
      const text = await ask('The Marlow kiln: What does the new lining cost?', [oven, offer]);
      expect(text).toContain('£6,150');
      expect(text).not.toContain('9,400');
    });
  });

  it('names both versions where the current one is asked for', async () => {
    const text = await ask('Which is the current version of the rules for the crane?', [OLD, NEW]);
    expect(text).toMatch(/“Version 2\.0, in force from 10 January 2025\.” \[2\] “This version replaces/u);
    expect(text.indexOf('Version 2.0')).toBeLessThan(text.indexOf('Version 1.2, in force'));
  });

  it('lists what differs between two versions, and nothing that is the same', async () => {
    const text = await ask('What changed between version 1.2 and 2.0 of the rules for the crane?', [
      OLD,
      NEW,
    ]);
    for (const said of ['60 km/h', '72 km/h', 'every quarter', 'twice a year', '3 May 2022'])
      expect(text).toContain(said);
    expect(text).not.toContain('80 km/h');
  });

  it('knows a version by its number, its time, or as any older one', () => {
    const title = 'Trips';
    const cases: [string, string, number[]][] = [
      [
        'Adopted on 8 June 2021.',
        'Adopted on 17 September 2024. It supersedes the policy of June 2021.',
        [1],
      ],
      ['Adopted on 8 June 2021.', 'Adopted on 17 September 2024. It supersedes the policy of May 2019.', []],
      ['Version 1 of 4 April 2020.', 'Version 2 of 6 October 2025. Version 1 is no longer valid.', [1]],
      ['Version 1.', 'Version 3. This edition replaces all earlier versions.', [1]],
      ['Withdrawn on 1 August 2025.', 'Issued on 1 August 2025.', [1]],
      ['Issued in 2022.', 'Issued in 2025.', []],
      ['Version 1.', 'Version 2. The new pump replaces version 1 of the pump.', []],
    ];
    for (const [one, other, replaced] of cases) {
      const documents = [
        stating(1, title, '2021-01-01', one),
        stating(2, title, '2025-01-01', other),
        stating(3, 'Something else', '2019-01-01', 'Version 1.'),
      ];
      expect([...replacedVersions(documents)], `${one} | ${other}`).toEqual(replaced);
    }
  });
});

describe('Rows that changed', () => {
  const sheet = (number: number, title: string, contents: string): PromptDocument => ({
    number,
    title,
    contents,
    path: `${title}.csv`,
    date: null,
    version: [],
    rank: number,
  });
  const rents = (year: number, ...amounts: string[]) =>
    sheet(
      year - 2023,
      `Studio rent ${year}`,
      `| Room | Rent ${year} € |\n|---|---|\n${amounts.map((amount, at) => `| Studio ${'ABC'[at]} | ${amount} |`).join('\n')}`,
    );

  it('are told by two lists with the same names: all of them, both values, and none that stayed', async () => {
    const lists = [rents(2024, '1,300', '280', '410'), rents(2025, '1,320', '280', '390')];
    const text = await ask('Which rent changed?', lists);
    expect(text.match(/“[^”]*” \[\d\]/gu)).toEqual([
      '“Studio A | 1,320” [2]',
      '“Studio A | 1,300” [1]',
      '“Studio C | 390” [2]',
      '“Studio C | 410” [1]',
    ]);
    const fell = await ask('Which rent fell in 2025?', lists);
    expect(fell).toContain('Studio C | 390');
    expect(fell).not.toContain('Studio A');
  });

  it('are the same row only where all their names agree, and a total is none of them', async () => {
    const tour = (number: number, year: number, ...fees: number[]) => {
      const [oboe, horn, violin, viola, harp] = fees;
      const rows = [
        `Wind | Oboe | Adler | ${oboe}`,
        `Wind | Horn | Brandt | ${horn}`,
        `Subtotal Wind | | | ${(oboe ?? 0) + (horn ?? 0)}`,
        `Strings | Violin | Cole | ${violin}`,
        `Strings | Viola | ${year === 2025 ? 'Dane' : 'Evers'} | ${viola}`,
        `Harp | Harp | Finch | ${harp}`,
      ];
      const lines = rows.map((row) => `| ${row} |`).join('\n');
      return sheet(
        number,
        `Orchestra fees ${year}`,
        `| Section | Part | Player | Fee € |\n|---|---|---|---|\n${lines}`,
      );
    };
    const sheets = [tour(1, 2024, 300, 280, 310, 300, 450), tour(2, 2025, 300, 290, 310, 305, 440)];
    const text = await ask('Which orchestra fees changed?', sheets);
    expect(text.match(/“[^”]*” \[\d\]/gu)).toEqual([
      '“Wind | Horn | Brandt | 290” [2]',
      '“Wind | Horn | Brandt | 280” [1]',
      '“Harp | Harp | Finch | 440” [2]',
      '“Harp | Harp | Finch | 450” [1]',
    ]);
    expect(await ask('Which orchestra fees rose?', sheets)).not.toMatch(/Oboe|Violin|Harp|Subtotal/u);
  });

  it('are told by two columns of one table, and never by two that are of different things', async () => {
    const rows = '|---|---|---|\n| Flour | 300 | 320 |\n| Butter | 280 | 280 |\n| Yeast | 41 | 39 |';
    const plan = sheet(1, 'Bakery costs', `| Item | May € | Revised € |\n${rows}`);
    const text = await ask('Which bakery costs changed?', [plan]);
    expect(text).toContain('Flour | 300 | 320');
    expect(text).toContain('Yeast | 41 | 39');
    expect(text).not.toContain('Butter');
    const other = sheet(1, 'Bakery costs', `| Item | Budget 2025 € | Kilos 2024 |\n${rows}`);
    expect(await ask('Which bakery costs changed?', [other])).not.toMatch(/^- .*Flour.*\n- .*Yeast[^\n]*$/u);
  });
});
