import { describe, expect, it } from 'vitest';
import { askPapers } from './ask-papers.test-helper.js';

const WELCOME = `# Welcome to the seed library

We lend seeds to everybody in the valley. The house is in the old school.

Questions: hello@seeds.example or 0431 55 20 19, on Wednesdays only. More on www.seeds.example.

Founded on 12.05.2012 with 20120512 packets.`;
const WILLKOMMEN = `# Willkommen im Saatgutverein

Wir verleihen Saatgut an alle im Tal. Das Haus steht neben der alten Schule.

Fragen beantwortet Frau Hinz unter +49 431 552019 gern.`;
const FAQ = `# Questions and answers

## What if I bring a sieve back late?

We charge 1 euro for each day.

## Can I keep the tin?

Yes.

What do people ask most? Where is the school? When does it open?`;
const DUTY = `# Duty

| Date | Day | On duty | Key number |
|---|---|---|---|
| 2026-11-18 | Wednesday | Nora Lind | K-104 |
| 2026-11-25 | Wednesday | Ines Coto | - |
| 2026-12-02 | Wednesday | Ada Brenner |  |`;

const ask = (question: string, papers = [WELCOME, FAQ, DUTY], language: 'en' | 'de' = 'en') =>
  askPapers(question, papers, { language });

describe('MOD-2 what a text gives in another form than the question', () => {
  it.each([
    'What is the phone number?',
    'What is your e-mail address?',
    'Which number do I call on Wednesdays?',
  ])('%s', async (question) =>
    expect(await ask(question)).toMatch(/^- “Questions: hello@seeds\.example or 0431/u),
  );

  it('knows a web address, and a phone number in German', async () => {
    expect(await ask('What is the website?')).toMatch(/^- “More on www\.seeds\.example\.” \[1\]/u);
    expect(await ask('Wie ist die Telefonnummer?', [WILLKOMMEN], 'de')).toMatch(
      /^- “Fragen beantwortet Frau Hinz/u,
    );
  });

  it('does not take a date or a count for a phone number', async () => {
    const dated = WELCOME.replace(/Questions:.*/u, 'Ask at the house.');
    expect(await ask('What is the phone number?', [dated])).not.toMatch(/^- /u);
  });

  it('finds the row of a day that the question writes in words', async () =>
    expect(await ask('Who is on duty on 18 November?')).toMatch(
      /^- Duty .*“2026-11-18 \| Wednesday \| Nora Lind/u,
    ));

  it('weighs a question in a heading like the words of its answer', async () =>
    expect(await ask('What if I am late with a sieve?')).toMatch(/^- “We charge 1 euro for each day\.”/u));

  it('does not answer with a question', async () => {
    expect(await ask('When does the school open?')).not.toContain('What do people ask most?');
    expect(await ask('What do people ask most?')).toContain('What do people ask most?');
  });
});

describe('MOD-2 the column asked for is empty', () => {
  it.each(['What is the key number of Ines Coto?', 'Which key number does Ada Brenner have?'])(
    '%s',
    async (question) =>
      expect(await ask(question)).toMatch(
        /^I found nothing entered under “Key number”\. What comes closest:/u,
      ),
  );

  it('gives it where it is filled', async () =>
    expect(await ask('What is the key number of Nora Lind?')).toMatch(/^- Duty .*K-104/u));

  it('does not say so of another column', async () =>
    expect(await ask('On which day is Ines Coto on duty?')).toMatch(/^- Duty .*Ines Coto/u));

  it('says it in German', async () => {
    const liste =
      '# Liste\n\n| Name | Schlüssel | Ort |\n|---|---|---|\n| Karin Vogt | – | Kiel |\n| Ulla Stein | S-4 | Kiel |';
    const answer = await ask('Welchen Schlüssel hat Karin Vogt?', [liste], 'de');
    expect(answer).toMatch(/^Ich habe keinen Eintrag gefunden unter “Schlüssel”\./u);
  });
});
