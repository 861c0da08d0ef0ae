import { describe, expect, it } from 'vitest';
import { askPapers } from './ask-papers.test-helper.js';

const SEPTEMBER = {
  title: 'Committee meeting 8 September 2026',
  path: 'minutes/2026-09-08.md',
  date: '2026-09-08',
  contents: `# Committee meeting 8 September 2026

Present: Ruth Alder, Thomas Beck, Ines Okoro
Apologies: none

Thomas Beck reported on the boiler. The next meeting is on 13 October.`,
};
const OCTOBER = {
  title: 'Committee meeting 13 October 2026',
  path: 'minutes/2026-10-13.md',
  date: '2026-10-13',
  contents: `# Committee meeting 13 October 2026

Present: Ruth Alder (chair), Ines Okoro, Piet van Dam and Lena Fox
Apologies: Thomas Beck

Ines Okoro voted against the fee. The deputy treasurer (Erik) keeps the key of the safe. The next meeting is on 10 November.`,
};
const GERMAN = {
  title: 'Protokoll der Sitzung vom 3. Mai 2026',
  path: 'protokoll-mai.md',
  date: '2026-05-03',
  contents: `# Protokoll der Sitzung vom 3. Mai 2026

Anwesend: Karin Vogt, Josef Reiter
Entschuldigt: Ulla Stein

Karin Vogt berichtet über das Dach.`,
};
const LETTER = {
  title: 'Letter to the members',
  path: 'letter.md',
  date: '2026-10-20',
  contents: '# Letter to the members\n\nThank you all for the work in the hall. The roof is dry again.',
};

const ask = (question: string, papers = [SEPTEMBER, OCTOBER, LETTER]) =>
  askPapers(question, papers, {
    language: /[äöüß]|^(?:wer|wie)\b/iu.test(question) ? 'de' : 'en',
  });

describe('MOD-2 who was at a meeting', () => {
  it.each([
    [
      'Who was present at the meeting in September?',
      /^- Committee meeting 8 September 2026:\n  “Present: Ruth Alder, Thomas Beck, Ines Okoro” \[1\]$/u,
    ],
    [
      'Who attended the October meeting?',
      /^- Committee meeting 13 October 2026:\n  “Present: Ruth Alder \(chair\), .*Lena Fox” \[2\]$/u,
    ],
    [
      'Who was absent from the October meeting?',
      /^- Committee meeting 13 October 2026:\n  “Apologies: Thomas Beck” \[2\]$/u,
    ],
    [
      "Who didn't come to the meeting on 13 October?",
      /^- Committee meeting 13 October 2026:\n  “Apologies: Thomas Beck” \[2\]$/u,
    ],
    [
      'Who missed the last meeting?',
      /^- Committee meeting 13 October 2026:\n  “Apologies: Thomas Beck” \[2\]$/u,
    ],
  ])('%s', async (question, line) => expect(await ask(question)).toMatch(line));

  it('counts the names of one line', async () => {
    const answer = await ask('How many people were present at the October meeting?');
    expect(answer).toMatch(
      /^I count 4 names:\n+- Committee meeting 13 October 2026:\n  “Present: Ruth Alder \(chair\)/u,
    );
    expect(await ask('How many members attended the meeting in September?')).toMatch(/^I count 3 names:/u);
  });

  it('does not count a line with more than names', async () => {
    const loose = { ...OCTOBER, contents: 'Present: Ruth Alder, all of the board and 3 guests' };
    expect(await ask('How many people were present at the meeting in October?', [loose])).not.toContain(
      'I count',
    );
  });

  it('takes the newest minutes for the last meeting, whatever the order of the search', async () => {
    expect(await ask('Who was present at the last meeting?', [SEPTEMBER, OCTOBER])).toContain(
      'Lena Fox” [2]',
    );
    expect(await ask('Who was present at the last meeting?', [OCTOBER, SEPTEMBER])).toContain(
      'Lena Fox” [1]',
    );
  });

  it('answers in German', async () => {
    const papers = [GERMAN, SEPTEMBER];
    expect(await ask('Wer war bei der Sitzung im Mai anwesend?', papers)).toBe(
      `- ${GERMAN.title}:\n  “Anwesend: Karin Vogt, Josef Reiter” [1]`,
    );
    expect(await ask('Wer fehlte bei der Sitzung im Mai?', papers)).toBe(
      `- ${GERMAN.title}:\n  “Entschuldigt: Ulla Stein” [1]`,
    );
    expect(await ask('Wie viele Personen waren bei der Sitzung im Mai anwesend?', papers)).toMatch(
      /^Ich zähle 2 Namen:/u,
    );
  });

  it.each([
    'Who was present at the meeting in January?',
    'Who voted against the fee at the October meeting?',
    'Who was present at the roof of the hall?',
  ])('says nothing of attendance: %s', async (question) =>
    expect(await ask(question)).not.toMatch(/^- “(?:Present|Apologies)/u),
  );
});

describe('MOD-2 names and days of minutes', () => {
  it('knows a short first name with the same last name', async () => {
    expect(await ask('What did Tom Beck report on?')).toMatch(
      /^- “Thomas Beck reported on the boiler\.” \[1\]/u,
    );
    expect(await ask('What did Tom Fox report on?')).not.toMatch(/^- “Thomas Beck/u);
  });

  it('finds a name in brackets', async () =>
    expect(await ask('Who keeps the key of the safe?')).toMatch(/^- “The deputy treasurer \(Erik\) keeps/u));

  it('takes the later day for the next meeting', async () => {
    const answer = await ask('When is the next meeting?');
    expect(answer).toMatch(/^- “The next meeting is on 10 November\.” \[2\]/u);
  });
});
