import { readTokens } from '@ibid/core/internal';
import { statedDate } from '../parse/stated-date.js';
import { isContractTerm } from './asked-alike.js';
import type { AskedQuestion } from './asked-question.js';
import { ABSENT, type EvidenceCell, type EvidenceColumn } from './evidence-column.js';
import { sentenceAt, type EvidenceDocument, type EvidenceSentence } from './evidence-document.js';
import { valueCandidates, type ValueCandidate } from './value-candidates.js';

type Judged = Pick<EvidenceCell, 'verdict' | 'reason'>;

/** What a document says about itself, with the sentence. */
export interface ToldOfItself {
  value: ValueCandidate;
  sentence: EvidenceSentence;
  judged: Judged;
}

const SUPPORTED: Judged = { verdict: 'supported', reason: null };
const OF_SOMETHING_ELSE: Judged = {
  verdict: 'weak',
  reason: 'The passage may say this of something else.',
};

/**
 * Answers questions about the document as a whole: its date, what it replaces, its total. Documents use few words for
 * these, and rarely those of the question. Null: the question is about something in the document. `absent`: the
 * document does not say.
 */
export function ofItself(
  column: EvidenceColumn,
  question: AskedQuestion,
  document: EvidenceDocument,
): ToldOfItself | typeof ABSENT | null {
  if (column.kind === 'date' && asksDay(question, document)) return dayOf(column, question, document);
  if (asksReplaced(question)) return replacedBy(column, document);
  if (column.kind === 'number' && ASKS_TOTAL.test(question.own)) return totalOf(column, question, document);
  return null;
}

const ASKS_DAY =
  /^(?:what is the date|what is its date|which date does it have|when was it (?:dated|written|issued)|was ist das datum|von wann ist es)$|^(?:(?:what is |what was )?the date of (?:the|this) (?<of>\p{L}+)|when (?:was|is) (?:the|this) (?<dated>\p{L}+) (?:dated|written|issued)|(?:was ist )?das datum (?:des|der|dieses|dieser) (?<datum>\p{L}+)|von wann ist (?:das|der|die|dieses|dieser|diese) (?<wann>\p{L}+)|(?<own>\p{L}+) date)$/iu;
const A_DOCUMENT =
  /^(?:documents?|papers?|letters?|reports?|minutes|memo|notice|certificate|text|e-?mail|message|dokument\p{L}*|schreibens?|briefe?s?|berichte?s?|protokolls?|bescheide?s?)$/iu;

function asksDay({ own }: AskedQuestion, { isContract, title, chunks }: EvidenceDocument): boolean {
  const asked = ASKS_DAY.exec(own);
  if (!asked) return false;
  const noun = Object.values(asked.groups ?? {}).find((word) => word !== undefined);
  if (noun === undefined || A_DOCUMENT.test(noun)) return true;
  // "the date of the lease" must be asked of a lease, not of a letter about one.
  const names = readTokens(`${title}\n${/^#\s.*/u.exec(chunks[0]?.text ?? '')?.[0] ?? ''}`).map(
    ({ term }) => term,
  );
  return isContract && readTokens(noun).some(({ term }) => isContractTerm(term) && names.includes(term));
}

const DATE_LINE = /^(?:[-*+•]\s+)?(?:\*\*)?(?:date|dated|datum)(?:\*\*)?\b\s*:?/iu;
const OF_AN_EVENT =
  /\b(?:visit|inspection|survey|meeting|audit|valid|effective|in force|adopted|approved|revised|begehung|gültig|in kraft|beschlossen)\b/iu;

/** The document's date as Ibid shows it elsewhere, if a sentence near the top contains it. */
function dayOf(
  column: EvidenceColumn,
  question: AskedQuestion,
  document: EvidenceDocument,
): ToldOfItself | null {
  const top = document.chunks[0]?.text ?? '';
  const first = document.sentences.filter(({ chunk }) => chunk.chunkId === document.chunks[0]?.chunkId);
  const dated = [...first, ...headingsOf(document)].flatMap((sentence) =>
    valueCandidates(column, question, sentence).map((value) => ({ value, sentence })),
  );
  const labelled = dated.filter(({ sentence }) => DATE_LINE.test(sentence.text));
  const stated = statedDate(top, document.title);
  const found =
    (stated === null ? undefined : dated.find(({ value }) => value.value === stated)) ??
    (new Set(labelled.map(({ value }) => value.value)).size === 1 ? labelled[0] : undefined);
  if (!found) return null;
  const before = found.sentence.text.slice(0, found.sentence.text.indexOf(found.value.written));
  return { ...found, judged: OF_AN_EVENT.test(before) ? OF_SOMETHING_ELSE : SUPPORTED };
}

/** `Committee meeting, 12 March 2025`: if only the title has the date, the cell quotes the title. */
export function headingsOf({ chunks: [chunk] }: EvidenceDocument): EvidenceSentence[] {
  if (!chunk) return [];
  return [...(chunk.text ?? '').matchAll(/^#{1,3}[^\S\n]+(?=\S)/gmu)].slice(0, MOST_HEADINGS).map((found) => {
    const start = found.index + found[0].length;
    const end = (chunk.text ?? '').indexOf('\n', start);
    return sentenceAt(chunk, { start, end: end === -1 ? (chunk.text ?? '').length : end });
  });
}

const MOST_HEADINGS = 2;

const ASKS_REPLACED =
  /^(?:what|which \p{L}+) (?:does|did) (?:it|this|this \p{L}+|the document) (?:replace|supersede)$|^does (?:it|this|this \p{L}+|the document) (?:replace|supersede)\b(?! (?:the|its) (?!document|previous|earlier))|^was ersetzt (?:es|dieses dokument|das dokument)$|^ersetzt (?:es|dieses dokument|das dokument)\b/iu;
const REPLACES =
  /(?:^|[.;:(·–—\n]\s*|,\s+(?:and\s+)?|\b(?:this|the present|dieses?r?)\s+[\p{L}\s-]{2,40}\s|\b(?:it|es|sie)\s)(?:replaces|supersedes|ersetzt)\s+(?<what>[^.;\n]*\d\.\d[^.;\n]*|[^.;\n]+)/iu;

const asksReplaced = ({ own }: AskedQuestion) => ASKS_REPLACED.test(own);

/** `This version replaces version 2.0.` Replaced parts of a machine do not count. */
function replacedBy(
  { kind }: EvidenceColumn,
  document: EvidenceDocument,
): ToldOfItself | typeof ABSENT | null {
  if (kind !== 'text' && kind !== 'yes-no') return null;
  for (const sentence of document.sentences) {
    const what = sentence.cells === null ? REPLACES.exec(sentence.text)?.groups?.['what']?.trim() : undefined;
    if (what === undefined) continue;
    const value = kind === 'text' ? what : 'yes';
    const written = kind === 'text' ? what : sentence.text;
    return { value: { value, number: null, written }, sentence, judged: SUPPORTED };
  }
  return ABSENT;
}

const ASKS_TOTAL =
  /^(?:(?:what|how much|how high) is the )?(?:grand |overall )?total(?: (?:amount|sum|value|figure|cost|costs))?$|^(?:was ist |wie hoch ist )?(?:die gesamtsumme|der gesamtbetrag|die summe)$/iu;
const TOTAL_ROW =
  /^\**(?:(?:grand|overall|final) total|total(?: (?:amount|sum|cost|costs))?|sum total|gesamtsumme|gesamtbetrag|insgesamt|gesamt|summe)\**$/iu;
const TOTAL_COLUMN = /\b(?:total|gesamt\p{L}*|summe|amount|betrag)\b/iu;

/** The total row, and in it the total column or the only number. */
function totalOf(
  column: EvidenceColumn,
  question: AskedQuestion,
  document: EvidenceDocument,
): ToldOfItself | null {
  const rows = document.sentences.filter(({ cells }) => cells && TOTAL_ROW.test(cells[0]?.trim() ?? ''));
  const grand = rows.filter(({ cells }) => /grand|overall|final|gesamt/iu.test(cells?.[0] ?? ''));
  const meant = grand.length > 0 ? grand : rows;
  const [sentence] = meant;
  // With the totals of two tables, it is unclear which is meant.
  if (!sentence || meant.length > 1) return null;
  const at = sentence.header?.names.findIndex((name, index) => index > 0 && TOTAL_COLUMN.test(name)) ?? -1;
  const values = valueCandidates(column, question, sentence);
  const inColumn = sentence.cells?.[at]?.trim();
  const [only, ...others] = at > 0 ? values.filter(({ written }) => written === inColumn) : values;
  return only && others.length === 0 ? { value: only, sentence, judged: SUPPORTED } : null;
}
