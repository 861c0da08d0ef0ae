import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { claimTerms, runOfClaim } from '../verify/claim-terms.js';
import { saysNothing } from '../verify/says-nothing.js';
import type { SentenceSpan } from '../verify/split-sentences.js';
import type { TokenRun } from '../verify/token-run.js';
import { tokenizeClaim } from '../verify/tokenize-claim.js';
import { quantitiesOf, type Quantity } from './quantity.js';
import { rowValues, type RowValue } from './row-values.js';
import { yearsAbove } from './times-of-documents.js';
import { titleInWords } from './title-in-words.js';
import { toldByOthers } from './told-by-others.js';

/** A word of a statement that says what it is about. */
export interface StatementWord {
  term: string;
  at: number;
  isName: boolean;
  /** A verb that only links a thing to its value: `runs for`, `amounts to`. */
  isLight: boolean;
}

/** One sentence of a document, parsed for comparison with those of others. */
export interface Statement {
  chunk: RetrievedChunk;
  span: SentenceSpan;
  text: string;
  run: TokenRun;
  words: StatementWord[];
  quantities: Quantity[];
  /** Terms of the title and the headings, which imply its subject. */
  context: ReadonlySet<string>;
  title: ReadonlySet<string>;
  /** The title as written; in words if it is the name of a file. */
  name: string;
  /** Whether the title names an instrument, such as a lease. */
  isDeed: boolean;
  /** Whether the title names an instrument (such as a lease) or a thing with a name. */
  isOfOwn: boolean;
  told: string | null;
  /** For a row: the years in its column headings. */
  years: readonly string[];
  /** For a row: its figures, each with its column heading. */
  row: readonly RowValue[];
}

/** Words for one dimension, whatever their form. */
const DIMENSIONS = new Map(
  Object.entries({
    height: 'tall high height hoch hohe',
    length: 'long length lang lange',
    width: 'wide width broad breadth breit breite',
    depth: 'deep depth tief tiefe',
    thickness: 'thick thickness dick dicke',
    weight: 'weigh weighs weighed weight wiegt gewicht',
  }).flatMap(([name, words]) => words.split(' ').map((word) => [word, `${name} (dimension)`] as const)),
);

const LIGHT = new Set(
  `run runs ran rise rises rose amount amounts amounted last lasts lasted take takes took stand stands stood lie lies lay
  grant grants granted give gives gave get gets got make makes made cost costs total totals reach reaches reached carry
  carries carried have has had hold holds held contain contains contained include includes consist consists comprise
  comprises equal equals measure measures measured remain remains stay stays stayed come comes came go goes went need
  needs paid pay pays bear bears due set apply applies applied continue continues start currently now still today
  already exactly precisely also beträgt betragt liegt lag dauert kostet hat gibt steht`.split(/\s+/),
);

/** Words before a name that say what someone is, not who. */
export const TITLES: ReadonlySet<string> = new Set(
  'dr mr mrs ms miss prof professor sir lady minister president chancellor senator judge captain king queen st saint herr frau'.split(
    ' ',
  ),
);

/** Instruments are separate: `the notice period` of one lease is not that of another. */
const INSTRUMENT =
  /^(?:contracts?|agreements?|leases?|tenanc(?:y|ies)|licen[cs]es?|invoices?|orders?|quotes?|quotations?|offers?|receipts?|warrant(?:y|ies)|deeds?|loans?|mietvertrag|\p{L}*vertrag|\p{L}*rechnung|angebot|bestellung|contrat|contrato|bail|factura|facture)$/u;
/** If a larger share of a title is capitalised, capitals do not indicate names. */
const MOST_NAMES = 0.7;

const tokensOfTitle = (title: string) =>
  tokenizeClaim(title).filter((token) => token.kind !== 'number' && !saysNothing(token));

const namesInstrument = (title: string) =>
  tokensOfTitle(title).some(({ form }) => INSTRUMENT.test(form?.word ?? ''));

function hasNameOrInstrument(title: string): boolean {
  if (namesInstrument(title)) return true;
  const tokens = tokensOfTitle(title);
  const isShouted = (written: string) => written.length > 1 && written === written.toUpperCase();
  const names = tokens.filter(
    ({ kind, start, end }) => kind === 'name' && !isShouted(title.slice(start, end)),
  ).length;
  return names > 0 && names < MOST_NAMES * tokens.length;
}

/** Longer texts are not sentences, and shorter ones say too little to contradict anything. */
const LONGEST = 600;
const FEWEST_WORDS = 2;

const PLACE =
  /^\s*(?:[-*]\s+)?(?:\(?(?:[a-z]|[ivx]{1,4}|\d{1,3})[.)]\s+)?(?:(?:section|clause|article|paragraph|item|§|ziffer|abschnitt|artikel|punkt|nummer)\s*\d[\d.]*[a-z]?(?:\s*\([^)\n]{1,60}\))?\s*:\s*)?/iu;

/** Null if the sentence says too little or too much to be compared. */
export function readStatement(chunk: RetrievedChunk, span: SentenceSpan): Statement | null {
  const text = (chunk.text ?? '').slice(span.start, span.end);
  // Table headings alone say nothing.
  if (text.length > LONGEST || /^\s*(?:#|```|\|?\s*-{3,})|\n\s*\|?\s*:?-{3,}/.test(text)) return null;
  // A leading section number is not part of the statement: `(a) Section 4: the agreement runs until …`.
  const said = text.replace(PLACE, (place) => ' '.repeat(place.length));
  const claim = claimTerms(said.replaceAll(/[*_`#>]/g, ' '));
  const { run } = runOfClaim(claim);
  const quantities = quantitiesOf(run, said);
  const words = wordsOf(run, quantities);
  // The code of a row names its subject.
  const fewest = text.startsWith('|') ? 1 : FEWEST_WORDS;
  if (words.filter(({ isLight }) => !isLight).length < fewest && words.length < fewest) return null;
  const name = titleInWords(chunk);
  const title = termsIn(name);
  const context = new Set([
    ...title,
    ...(chunk.headingPath ?? []).flatMap((heading) => [...termsIn(heading)]),
  ]);
  return {
    chunk,
    span,
    text,
    run,
    words,
    quantities,
    context,
    title,
    name,
    isDeed: namesInstrument(name),
    isOfOwn: hasNameOrInstrument(name),
    told: toldByOthers(run, text),
    years: yearsAbove(chunk.text ?? '', span.start),
    row: rowValues(chunk.text ?? '', span.start, span.end),
  };
}

function wordsOf(run: TokenRun, quantities: readonly Quantity[]): StatementWord[] {
  const words: StatementWord[] = [];
  for (let at = 0; at < run.tokens.length; at++) {
    const token = run.tokens[at];
    if (!token || token.kind === 'number') continue;
    // `Tank A`: a letter alone says nothing, but here it says which tank.
    const isLetter = at > 0 && /^\p{Lu}$/u.test(run.written(at)) && run.written(at) !== 'I';
    if (!run.isContent(at) && !isLetter) continue;
    if (quantities.some(({ first, last }) => at >= first && at <= last)) continue;
    const word = run.word(at);
    if (TITLES.has(word) || isOfDenial(run, at)) continue;
    words.push({
      term: DIMENSIONS.get(word) ?? (isLetter ? `${word} (letter)` : run.term(at)),
      at,
      isName: (token.kind === 'name' && !run.isGerman) || isLetter,
      isLight: LIGHT.has(word),
    });
  }
  return words;
}

/** `no longer`, `nicht mehr`: already counted as a denial. */
function isOfDenial(run: TokenRun, at: number): boolean {
  return /^(?:longer|mehr)$/.test(run.word(at)) && /^(?:no|nicht)$/.test(run.word(at - 1));
}

function termsIn(text: string): Set<string> {
  return new Set(
    tokenizeClaim(text)
      .filter((token) => token.kind !== 'number' && !saysNothing(token))
      .map(({ term }) => term),
  );
}
