import { detectLanguage, likelyLanguages } from '../analyse/index.js';
import type { Correction } from '../knowledge/index.js';
import type { LackedResult } from './lacks-result.js';

/** What the built-in model says besides its quotes. */
export interface OwnWords {
  /** Said once per conversation. */
  footer: string;
  /** Before quotes that are close to the question but may not answer it. */
  closestOnly: string;
  noName: string;
  /** Followed by what the question names. */
  nothingAbout: string;
  /** Followed by words of the question that no document found contains. */
  noMention: string;
  either: (words: readonly string[]) => string;
  closest: string;
  /** Before "closest": a table has what was asked for, but not in one row. */
  noRow: string;
  inDocument: (title: string) => string;
  /** Before "closest": the row is there, but not its value. */
  emptyColumn: string;
  /** Before quotes that have the parts of what was asked for, but not the result. */
  lacked: Readonly<Record<LackedResult, string>>;
  nothing: string;
  /** The documents found are in English, but the question is not; null for English. */
  inEnglish: string | null;
  /** Before a quote from a document in another language that has the name asked about. */
  inLanguage: (options: { language: string; name: string }) => string;
  failed: (reason: string) => string;
  canDo: string;
  /** After `canDo`, where a language model can be chosen. */
  chooseModel: string;
  noDocuments: string;
  disagree: string;
  /** Both may be valid; only a reader can tell. */
  mayDiffer: string;
  newestFirst: string;
  /** One version replaces the other, which says something else. */
  settled: string;
  /** A sentence of a later day changes what another says. */
  later: string;
  /** After the title of a document that is no longer valid. */
  replaced: string;
  onlyReplaced: string;
  /** Between a table's figure and a text that says otherwise. */
  otherFigure: string;
  /** Before the differences between two versions. */
  changed: string;
  /** Between disagreeing sources and other results. */
  alsoFound: string;
  /** Below rows that the question selects, of a table that has more of them. */
  moreRows: string;
  /** Below rows of a table that has more like them. Nothing shows which ones are meant. */
  rowsLikeIt: string;
  /** Before the rows that "how many" may mean, or whose figures it may mean. */
  rowsFit: (count: number) => string;
  /** How many rows are shown, and where the others are. */
  shownOf: (rows: { shown: number; of: number; title: string }) => string;
  corrected: (correction: Correction) => string;
  asTyped: string;
  readAll: (options: { read: number; total: unknown; what: string; mentions: number | null }) => string;
  more: (count: number) => string;
  /** Before a line that lists names, for "how many". */
  countedNames: (count: number) => string;
  /** Before the steps of a numbered list; `quoted` has their numbers if they are only some of it. */
  steps: (list: StepsNamed & { quoted: readonly number[] | null }) => string;
  noStep: (list: StepsNamed & { lacks: number }) => string;
  /** A count that includes more than was asked. */
  countedMore: (options: { words: string; counted: string }) => string;
  noKind: (kind: string) => string;
  kindByName: (kind: string) => string;
  anyKind: (kind: string) => string;
}

interface StepsNamed {
  place: string;
  first: number;
  last: number;
}

export type OwnLanguage = 'en' | 'de';

const languageName = (code: string, own: OwnLanguage) =>
  new Intl.DisplayNames([own], { type: 'language' }).of(code) ?? code;

/** Always in the first person: what an answerer says about itself is not a claim (CIT-7). */
export const OWN_WORDS: Readonly<Record<OwnLanguage, OwnWords>> = {
  en: {
    footer:
      '*I can only quote, because no language model is set up. I write answers once you choose one under Settings, Models, or set `IBID_MODEL`.*',
    closestOnly: 'I found nothing that answers this outright.',
    noName: 'I found no name that answers this.',
    nothingAbout: 'I found nothing that answers this about',
    noMention: 'I found no mention of',
    either: (words) => words.map((word) => `“${word}”`).join(' or '),
    closest: 'What comes closest:',
    noRow: 'I found no row with',
    inDocument: (title) => `in “${title}”`,
    emptyColumn: 'I found nothing entered under',
    lacked: {
      calculation: 'I could not calculate or compare this.',
      count: 'I could not count this.',
    },
    nothing: 'I found nothing in the documents searched that answers this.',
    inEnglish: null,
    inLanguage: ({ language, name }) =>
      `I found a document in ${languageName(language, 'en')} that mentions “${name}”. I cannot translate it, but it may have the answer:`,
    failed: (reason) => `The search failed: ${reason}`,
    canDo:
      'I answer with sentences from your documents, each with its source. I can also count which of them mention a word.',
    chooseModel: 'I cannot write answers: for that, choose a language model under Settings, Models.',
    noDocuments:
      'I can only quote from documents, and I see none here that you may read: add some, then ask about them.',
    disagree: 'I found sources that disagree.',
    mayDiffer: 'I found sources that say different things; check which one applies.',
    newestFirst: 'The newest first:',
    settled: 'I found versions that differ; one replaces the other. The version in force comes first:',
    later: 'I found a later change, which comes first:',
    replaced: 'replaced version',
    onlyReplaced: 'I found this only in a version that was replaced or withdrawn.',
    otherFigure: 'I counted this in the table. I found text that gives another figure:',
    changed: 'I found these differences, the newer version first:',
    alsoFound: 'I also found:',
    moreRows: 'I have quoted only some of the rows that fit.',
    rowsLikeIt:
      'I have quoted only the rows of the table that come closest. I cannot tell whether other rows matter too.',
    rowsFit: (count) => `I found ${count} rows that fit:`,
    shownOf: ({ shown, of, title }) => `I show ${shown} of ${of} rows: open “${title}” to see all of them.`,
    corrected: ({ typed, found }) =>
      `I searched for ${found.map((word) => `“${word}”`).join(' and ')} instead of “${typed}”.`,
    asTyped: 'I search for a word as you typed it if you put it in quotation marks.',
    readAll: ({ read, total, what, mentions }) => {
      const all =
        read === total
          ? `all ${read === 1 ? 'of' : `${read} parts of`}`
          : `${read} of ${String(total)} parts of`;
      const found =
        mentions === null
          ? ''
          : ` and found ${mentions === 1 ? '1 sentence' : `${mentions} sentences`} with it`;
      return `I read ${all} ${what}${found}.`;
    },
    more: (count) => `and ${count} more`,
    countedNames: (count) => `I count ${count} ${count === 1 ? 'name' : 'names'}:`,
    steps: ({ place, first, last, quoted }) =>
      quoted === null
        ? `I found ${first === 1 ? `${last} steps` : `steps ${first} to ${last}`} in “${place}”:`
        : `I quote ${quoted.length === 1 ? 'step' : 'steps'} ${quoted.join(' and ')} of ${last} in “${place}”:`,
    noStep: ({ place, first, last, lacks }) =>
      `I found steps ${first} to ${last} in “${place}”, and no step ${lacks}.`,
    countedMore: ({ words, counted }) =>
      `I cannot count this, because I could not apply ${words}. I count ${counted} without that.`,
    noKind: (kind) => `I cannot tell which documents are ${kind}: I found none with such a name.`,
    kindByName: (kind) => `I can tell ${kind} only by their names, so I may have missed some.`,
    anyKind: (kind) => `I cannot tell which documents are ${kind}, so I counted all kinds.`,
  },
  de: {
    footer:
      '*Ich kann nur zitieren, weil kein Sprachmodell eingerichtet ist. Ich schreibe Antworten, sobald Sie unter Einstellungen, Modelle eines wählen oder `IBID_MODEL` setzen.*',
    closestOnly: 'Ich habe nichts gefunden, was diese Frage direkt beantwortet.',
    noName: 'Ich habe keinen Namen gefunden, der diese Frage beantwortet.',
    nothingAbout: 'Ich habe keine Antwort gefunden zu',
    noMention: 'Ich habe keine Erwähnung gefunden von',
    either: (words) => words.map((word) => `„${word}“`).join(' oder '),
    closest: 'Am nächsten kommt:',
    noRow: 'Ich habe keine Zeile gefunden mit',
    inDocument: (title) => `in „${title}“`,
    emptyColumn: 'Ich habe keinen Eintrag gefunden unter',
    lacked: {
      calculation: 'Ich konnte das nicht berechnen oder vergleichen.',
      count: 'Ich konnte das nicht zählen.',
    },
    nothing: 'Ich habe in den durchsuchten Dokumenten nichts gefunden, was diese Frage beantwortet.',
    inEnglish:
      'Ich habe hier Dokumente auf Englisch vor mir und kann nicht übersetzen: Fragen Sie mich noch einmal auf Englisch.',
    inLanguage: ({ language, name }) =>
      `Ich habe ein Dokument in einer anderen Sprache (${languageName(language, 'de')}) gefunden, das „${name}“ nennt. Ich kann es nicht übersetzen, aber vielleicht steht die Antwort darin:`,
    failed: (reason) => `Die Suche ist fehlgeschlagen: ${reason}`,
    canDo:
      'Ich antworte mit Sätzen aus Ihren Dokumenten, jeweils mit Quelle. Ich kann auch zählen, welche davon ein Wort enthalten.',
    chooseModel:
      'Ich kann keine Antworten schreiben: Wählen Sie dafür unter Einstellungen, Modelle ein Sprachmodell.',
    noDocuments:
      'Ich kann nur aus Dokumenten zitieren, und ich sehe hier keine, die Sie lesen dürfen: Fügen Sie welche hinzu und fragen Sie dann danach.',
    disagree: 'Ich habe Quellen gefunden, die sich widersprechen.',
    mayDiffer: 'Ich habe Quellen gefunden, die Verschiedenes sagen; prüfen Sie, welche gilt.',
    newestFirst: 'Die neueste zuerst:',
    settled:
      'Ich habe Fassungen gefunden, die sich unterscheiden, und eine ersetzt die andere. Die geltende zuerst:',
    later: 'Ich habe eine spätere Änderung gefunden, sie steht zuerst:',
    replaced: 'ersetzte Fassung',
    onlyReplaced: 'Ich habe das nur in einer Fassung gefunden, die ersetzt oder zurückgezogen wurde.',
    otherFigure: 'Ich habe das in der Tabelle gezählt. Ich habe Text gefunden, der eine andere Zahl nennt:',
    changed: 'Ich habe diese Unterschiede gefunden, die neuere Fassung zuerst:',
    alsoFound: 'Ich habe außerdem gefunden:',
    moreRows: 'Ich habe nur einen Teil der passenden Zeilen zitiert.',
    rowsLikeIt:
      'Ich habe nur die Zeilen der Tabelle zitiert, die am nächsten kommen. Ich kann nicht erkennen, ob auch andere zählen.',
    rowsFit: (count) => `Ich habe ${count} passende Zeilen gefunden:`,
    shownOf: ({ shown, of, title }) =>
      `Ich zeige ${shown} von ${of} Zeilen: Öffnen Sie „${title}“, um alle zu sehen.`,
    corrected: ({ typed, found }) =>
      `Ich habe nach ${found.map((word) => `„${word}“`).join(' und ')} statt „${typed}“ gesucht.`,
    asTyped: 'Ich suche ein Wort genau so, wie es dasteht, wenn Sie es in Anführungszeichen setzen.',
    readAll: ({ read, total, what, mentions }) => {
      const all =
        read === total
          ? read === 1
            ? 'ganz'
            : `in allen ${read} Teilen`
          : `in ${read} von ${String(total)} Teilen`;
      const found =
        mentions === null ? '' : ` und ${mentions === 1 ? '1 Satz' : `${mentions} Sätze`} damit gefunden`;
      return `Ich habe ${what} ${all} gelesen${found}.`;
    },
    more: (count) => `und ${count} weitere`,
    countedNames: (count) => `Ich zähle ${count} Namen:`,
    steps: ({ place, first, last, quoted }) =>
      quoted === null
        ? `Ich habe in „${place}“ ${first === 1 ? `${last} Schritte` : `die Schritte ${first} bis ${last}`} gefunden:`
        : `Ich zitiere ${quoted.length === 1 ? 'Schritt' : 'die Schritte'} ${quoted.join(' und ')} von ${last} in „${place}“:`,
    noStep: ({ place, first, last, lacks }) =>
      `Ich habe in „${place}“ die Schritte ${first} bis ${last} gefunden, aber keinen Schritt ${lacks}.`,
    countedMore: ({ words, counted }) =>
      `Ich kann das nicht zählen, weil ich ${words} nicht anwenden konnte. Ich zähle ohne das ${counted}.`,
    noKind: (kind) =>
      `Ich kann nicht erkennen, welche Dokumente ${kind} sind: Ich habe keines gefunden, das so heißt.`,
    kindByName: (kind) => `Ich erkenne ${kind} nur am Namen und habe deshalb vielleicht nicht alle gefunden.`,
    anyKind: (kind) =>
      `Ich kann nicht erkennen, welche Dokumente ${kind} sind, und habe deshalb alle Arten gezählt.`,
  },
};

const GERMAN_WORD = /[äöüß]|^\P{L}*(?:hallo|danke|hilfe)\P{L}*$/iu;

/** The first text with a detectable language decides; otherwise English. */
export function ownLanguage(texts: readonly string[]): OwnLanguage {
  for (const text of texts) {
    const detected = detectLanguage(text);
    if (detected !== null) return detected === 'de' ? 'de' : 'en';
    if (GERMAN_WORD.test(text)) return 'de';
    // A single short word could be any language.
    const likely = /\p{L}+\P{L}+\p{L}+/u.test(text) ? likelyLanguages(text, ['en', 'de']) : [];
    if (likely.length === 1) return likely[0] === 'de' ? 'de' : 'en';
  }
  return 'en';
}
