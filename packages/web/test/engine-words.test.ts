import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { germanEngineWords, germanOfEngine } from '../src/texts/de/engine.js';
import { formerEngineWords } from '../src/texts/former-engine-words.js';

const packages = fileURLToPath(new URL('../../', import.meta.url));

/** The sources with messages for users. Text across several lines of code is one line here. */
function spoken(): string {
  return ['core', 'retrieval', 'server', 'store']
    .flatMap((name) =>
      readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.test|generated)\.ts$/.test(file))
        .map((file) => readFileSync(join(packages, name, 'src', file), 'utf8')),
    )
    .join('\n');
}

describe('WEB-1 what the engine says, in German', () => {
  it.each([
    [
      'Checked against the sources: 5 of 7 claims supported, 1 weak, 1 uncited',
      'Mit den Quellen verglichen: 5 von 7 Aussagen belegt, 1 schwach belegt, 1 ohne Quelle',
    ],
    [
      'Answered at most in part. Checked against the sources: 1 of 1 claim supported',
      'Höchstens zum Teil beantwortet. Mit den Quellen verglichen: 1 von 1 Aussage belegt',
    ],
    [
      'No answer found; of 3 quotes that came closest, 2 supported, 1 weak',
      'Keine Antwort gefunden; von 3 Zitaten, die am nächsten kommen, 2 belegt, 1 schwach belegt',
    ],
    [
      'The source does not have “40”, “fifty” or “tons”; the passage has 12.',
      'In der Quelle steht „40“, „fifty“ oder „tons“ nicht; in der Textstelle steht 12.',
    ],
    [
      'The name ends in .pdf, but the content does not match. The content is a program.',
      'Der Name endet auf .pdf, aber der Inhalt passt nicht dazu. Der Inhalt ist ein Programm.',
    ],
    [
      'The provider refused the key for the model "m". Check the API key. The provider said: {bad} $& key',
      'Der Anbieter hat den Schlüssel für das Modell „m“ abgelehnt. Prüfen Sie den Schlüssel in den Einstellungen unter Modelle. Der Anbieter meldet: {bad} $& key',
    ],
    [
      'You have used 900 of 1,000 tokens of your budget for today. The rest is too little for this. It resets on 2026-11-18 at 00:00 UTC. An administrator can raise it.',
      'Sie haben 900 von 1,000 Token Ihres Budgets für heute verbraucht. Der Rest reicht hierfür nicht. Es beginnt neu am 2026-11-18 um 00:00 UTC. Ein Administrator kann es erhöhen.',
    ],
    [
      'You have used $9.00 of $10.00 of your budget for this month. The rest is too little for this. It resets on 2026-12-01 at 00:00 UTC. An administrator can raise it.',
      'Sie haben $9.00 von $10.00 Ihres Budgets für diesen Monat verbraucht. Der Rest reicht hierfür nicht. Es beginnt neu am 2026-12-01 um 00:00 UTC. Ein Administrator kann es erhöhen.',
    ],
    [
      'None of the 4 files in the archive could be read.\n- a.txt: The file is empty.\n- 3 files: .bin',
      'Keine der 4 Dateien im Archiv ließ sich lesen.\n- a.txt: Die Datei ist leer.\n- 3 Dateien: .bin',
    ],
    ['The claim says “40”, the passage only “12”.', 'Die Aussage sagt „40“, die Textstelle aber „12“.'],
    [
      'What the model must be sent takes 1,260 tokens, but there is room for 205: the instructions 1,200, your message 60. Shorten one of them, offer fewer tools, or choose a model with a larger window.',
      'Was das Modell bekommen muss, braucht 1,260 Token, Platz ist aber nur für 205: die Anweisungen 1,200, Ihre Nachricht 60. Kürzen Sie etwas davon, bieten Sie weniger Werkzeuge an, oder wählen Sie ein Modell mit größerem Kontextfenster.',
    ],
    ['Something nobody has translated, “as it is”.', 'Something nobody has translated, “as it is”.'],
  ])('words %s', (english, german) => {
    expect(germanOfEngine(english)).toBe(german);
  });

  it('has a wording only for what the sources really say', () => {
    const sources = spoken();
    const gone = germanEngineWords.flatMap(([english]) =>
      english
        .split(/\{\w+\}|[.:;"“”(]+/)
        .map((piece) => piece.trim())
        .filter((piece) => piece.length > 14 && !/\b1\b/.test(piece) && !isSpoken(piece, sources)),
    );
    expect(gone).toEqual([]);
  });

  it('has a translation for every message as earlier versions stored it, with the same values', () => {
    const today = new Set(germanEngineWords.map(([english]) => english));
    const names = (text: string) => new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name));
    for (const [former, now] of formerEngineWords) {
      expect(today, former).toContain(now);
      expect(today, former).not.toContain(former);
      expect(names(former), former).toEqual(new Set([...names(former), ...names(now)]));
    }
  });

  it('uses every value in both languages', () => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();
    for (const [english, german] of germanEngineWords)
      if (!english.startsWith('There is no such')) expect(names(german), english).toEqual(names(english));
  });
});

/** Also matches text that the sources join from two pieces. */
function isSpoken(piece: string, sources: string): boolean {
  if (sources.includes(piece)) return true;
  return [...piece.matchAll(/ /g)].some(
    ({ index }) =>
      index > 7 && sources.includes(piece.slice(0, index)) && sources.includes(piece.slice(index)),
  );
}
