import { describe, expect, it } from 'vitest';
import { askPapers } from './ask-papers.test-helper.js';
import { askedNames } from './asked-names.js';
import { similarityBy } from './similarity-by.js';

const RULES = `# Hausordnung der Sternwarte

Der Jahresbeitrag beträgt 60 Euro. Die Kündigung ist zum Jahresende mit einer Frist von sechs Wochen möglich.

Auf der Plattform ist das Rauchen verboten. Kinder dürfen das Teleskop nur mit einem Erwachsenen benutzen.`;
const MINUTES = `# Protokoll der Versammlung vom 4. Mai 2026

Anwesend: 28 von 41 Vereinsmitgliedern

Der Vorstand schlägt vor, den Jahresbeitrag auf 75 Euro zu erhöhen. Die Kuppel wurde in zwei Nächten gestrichen.

Frau Hinz wird als Vorsitzende wiedergewählt. Das Spiegelteleskop hat zwölf Okulare.`;

const ask = (question: string) => askPapers(question, [RULES, MINUTES], { language: 'de' });

describe('MOD-2 questions in German', () => {
  it.each([
    ['Dürfen Kinder an das Teleskop?', []],
    ['Müssen Besucher Eintritt zahlen?', []],
    ['Gilt Rauchverbot auf der Plattform?', []],
    ['Hat Karin Vogt zugestimmt?', ['Karin Vogt']],
  ])('does not take the verb for a name: %s', (question, names) =>
    expect(askedNames(question)).toEqual(names),
  );

  it('answers a question that begins with a verb', async () =>
    expect(await ask('Dürfen Kinder das Teleskop benutzen?')).toMatch(
      /^- “Kinder dürfen das Teleskop nur mit/u,
    ));

  it('knows the stem of a word that is left alone of a question', async () => {
    expect(await ask('Wie heißt die Vorsitzende?')).toMatch(
      /^- “Frau Hinz wird als Vorsitzende wiedergewählt\.”/u,
    );
    expect(await ask('Wer ist die Vorsitzende?')).toMatch(
      /^- “Frau Hinz wird als Vorsitzende wiedergewählt\.”/u,
    );
  });

  it('looks for the number of what is counted', async () => {
    expect(await ask('Wie viele Mitglieder hat der Verein?')).toMatch(
      /“Anwesend: 28 von 41 Vereinsmitgliedern”/u,
    );
    expect(await ask('Wie viele Okulare hat das Teleskop?')).toMatch(
      /^- “Das Spiegelteleskop hat zwölf Okulare\.”/u,
    );
  });

  it('says so if another thing has the number', async () =>
    expect(await ask('Wie viele Linsen hat das Spiegelteleskop?')).not.toMatch(/^- /u));

  it('trusts meaning less in a language that the embedder does not know', async () => {
    const embedder = {
      id: 'e',
      dimensions: 2,
      maxTokens: 100,
      languages: ['en'],
      embed: async (texts: readonly string[]) => texts.map(() => new Float32Array([1, 0])),
    };
    expect(
      await similarityBy(async () => embedder)('Do you lend to firms?', ['No. We lend to members.']),
    ).toEqual([1]);
    const near = similarityBy(async () => embedder);
    expect(await near('What is the annual fee of the observatory?', ['The fee is 60 euros.'])).toEqual([1]);
    const german = ['Der Jahresbeitrag beträgt 60 Euro und ist im März fällig.'];
    expect(await near('Wie hoch ist der jährliche Beitrag der Mitglieder?', german)).toEqual([
      expect.closeTo(0.494),
    ]);
    expect(await similarityBy(async () => ({ ...embedder, languages: null }))('Wie hoch?', german)).toEqual([
      1,
    ]);
    expect(await similarityBy(async () => null)('What?', ['It.'])).toEqual([0]);
  });

  it('puts what is so before what is proposed, and leaves out what only shares a part of its word', async () => {
    const answer = await ask('Wie hoch ist der Jahresbeitrag?');
    expect(answer).toMatch(/^- “Der Jahresbeitrag beträgt 60 Euro\.” \[1\]/u);
    expect(answer).not.toContain('Jahresende');
    expect(await ask('Was schlägt der Vorstand zum Jahresbeitrag vor?')).toMatch(
      /^- “Der Vorstand schlägt vor/u,
    );
  });

  it('takes the noun and not the verb for what a question is about', async () =>
    expect(await ask('Wer hat das Protokoll der Versammlung geschrieben?')).not.toContain(
      'Versammlung geschrieben',
    ));
});
