import type { TokenRun } from '../verify/token-run.js';

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/**
 * Words that mark what the source does not itself assert, or not about the present: reports of others, plans, the past,
 * possibilities. Lower case, without accents.
 */
const WORDS = setOf(`
  claim claims claimed claiming allege alleges alleged allegedly reportedly argue argues argued believe believes believed
  said says say saying stated states told suggests suggested according deny denies denied denying assume assumes assumed
  rumour rumours rumor rumors legend legends myth myths hypothesis hypotheses hypothesise conjecture speculation speculated
  propose proposes proposed proposal proposals plan plans planned planning intend intends intended aim aims aimed target
  targets targeted goal forecast forecasts forecasted predict predicts predicted prediction projected projection expect
  expects expected hope hopes hoped hoping fear fears feared promise promises promised advertise advertised advertisement
  estimate estimates estimated simulated draft drafts drafted provisional former formerly previous previously once
  originally initially earlier wrongly mistakenly erroneously falsely incorrectly corrected opponents critics plaintiff
  defendant witness suppose supposed hypothetical hypothetically imagine whether if would could
  laut angeblich behauptet behauptete behaupten geplant plant vorgeschlagen vorschlag entwurf fruher ehemals ursprunglich
  irrtumlich soll sollen wurde_erwartet erwartet prognose selon prétend aurait según supuestamente antiguo anterior
`);
const USED_TO = /\bused to\b|\bneither\b/i;
const QUOTED = /[“„«"][^“”„«»"]{12,}[”“»"]/;

/** The marking words, sorted; null if the source asserts it itself. Two sources with the same words can be compared. */
export function toldByOthers(run: TokenRun, text: string): string | null {
  if (/\?\s*["”»]?$/.test(text)) return '?';
  const found = new Set<string>();
  for (let at = 0; at < run.tokens.length; at++) {
    const word = run.word(at);
    // `once daily` is not `once upon a time`.
    if (
      word === 'once' &&
      /^(?:a|an|per|each|every|in|daily|weekly|monthly|yearly|annually)$/.test(run.word(at + 1))
    )
      continue;
    if (WORDS.has(word)) found.add(word);
  }
  const past = USED_TO.exec(text)?.[0];
  if (past !== undefined) found.add(past.toLowerCase());
  if (QUOTED.test(text)) found.add('“”');
  return found.size === 0 ? null : [...found].toSorted().join(' ');
}
