import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { claimTerms, runOfClaim } from '../verify/claim-terms.js';
import { saysNothing } from '../verify/says-nothing.js';
import type { SentenceSpan } from '../verify/split-sentences.js';
import type { TokenRun } from '../verify/token-run.js';
import { tokenizeClaim } from '../verify/tokenize-claim.js';
import { quantitiesOf, type Quantity } from './quantity.js';
import { rowValues, type RowValue } from './row-values.js';
import { yearsAbove } from './times-of-documents.js';
import { toldByOthers } from './told-by-others.js';

/** A word of a statement that tells what it is about. */
export interface StatementWord {
  term: string;
  at: number;
  isName: boolean;
  /** A verb that only joins a thing to what is said of it: `runs for`, `amounts to`. */
  isLight: boolean;
}

/** One sentence of a document, read so that it can be held against those of others. */
export interface Statement {
  chunk: RetrievedChunk;
  span: SentenceSpan;
  text: string;
  run: TokenRun;
  words: StatementWord[];
  quantities: Quantity[];
  /** Terms of the title and the headings: what it is about without saying it. */
  context: ReadonlySet<string>;
  title: ReadonlySet<string>;
  /** What its document is about by its title: an instrument of its own (a lease), or a thing with a name. */
  isOfOwn: boolean;
  told: string | null;
  /** Of a row: the years in the headings of its columns. */
  years: readonly string[];
  /** Of a row: its figures, each with what its column says of it. */
  row: readonly RowValue[];
}

/** Words that mean one dimension, whatever their form. */
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

/** Before a name they say what one is, not who. */
export const TITLES: ReadonlySet<string> = new Set(
  'dr mr mrs ms miss prof professor sir lady minister president chancellor senator judge captain king queen st saint herr frau'.split(
    ' ',
  ),
);

/** Each is of its own: what one lease says of `the notice period` is not what another says. */
const INSTRUMENT =
  /^(?:contracts?|agreements?|leases?|tenanc(?:y|ies)|licen[cs]es?|invoices?|orders?|quotes?|quotations?|offers?|receipts?|warrant(?:y|ies)|deeds?|loans?|mietvertrag|\p{L}*vertrag|\p{L}*rechnung|angebot|bestellung|contrat|contrato|bail|factura|facture)$/u;
/** In a title of which more is capitalised, capitals tell no names. */
const MOST_NAMES = 0.7;

function hasNameOrInstrument(title: string): boolean {
  const tokens = tokenizeClaim(title).filter((token) => token.kind !== 'number' && !saysNothing(token));
  if (tokens.some(({ form }) => INSTRUMENT.test(form?.word ?? ''))) return true;
  const isShouted = (written: string) => written.length > 1 && written === written.toUpperCase();
  const names = tokens.filter(
    ({ kind, start, end }) => kind === 'name' && !isShouted(title.slice(start, end)),
  ).length;
  return names > 0 && names < MOST_NAMES * tokens.length;
}

/** Longer ones are no sentences, and shorter ones say too little to say otherwise. */
const LONGEST = 600;
const FEWEST_WORDS = 2;

const PLACE =
  /^\s*(?:[-*]\s+)?(?:\(?(?:[a-z]|[ivx]{1,4}|\d{1,3})[.)]\s+)?(?:(?:section|clause|article|paragraph|item|§|ziffer|abschnitt|artikel|punkt|nummer)\s*\d[\d.]*[a-z]?(?:\s*\([^)\n]{1,60}\))?\s*:\s*)?/iu;

/** Null where the sentence says too little, or too much, to be held against another. */
export function readStatement(chunk: RetrievedChunk, span: SentenceSpan): Statement | null {
  const text = (chunk.text ?? '').slice(span.start, span.end);
  // The headings of a table say nothing by themselves.
  if (text.length > LONGEST || /^\s*(?:#|```|\|?\s*-{3,})|\n\s*\|?\s*:?-{3,}/.test(text)) return null;
  // Where it stands is no part of what it says: `(a) Section 4: the agreement runs until …`.
  const said = text.replace(PLACE, (place) => ' '.repeat(place.length));
  const claim = claimTerms(said.replaceAll(/[*_`#>]/g, ' '));
  const { run } = runOfClaim(claim);
  const quantities = quantitiesOf(run, said);
  const words = wordsOf(run, quantities);
  // A row says by its code what it is about.
  const fewest = text.startsWith('|') ? 1 : FEWEST_WORDS;
  if (words.filter(({ isLight }) => !isLight).length < fewest && words.length < fewest) return null;
  const title = termsIn(chunk.title);
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
    isOfOwn: hasNameOrInstrument(chunk.title),
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
    // `Tank A`: by itself a letter says nothing; here it says which of them.
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

/** `no longer`, `nicht mehr`: the denial has been counted. */
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
