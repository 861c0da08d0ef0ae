import type { TokenRun } from './token-run.js';
import { isAuxiliary, isBe, isVerbAt } from './verbs.js';

/** What a claim says of something it names; `untold`: that the record does not tell. Null if it is unclear. */
export type Saying = boolean | 'untold' | null;

/** `Wi-Fi is not mentioned`, `gives no details on parking`, `does not say whether there is a lift`. */
const TELLING =
  /^(?:mention(?:s|ed)?|specif(?:y|ies|ied|ic)|information|details?|state[sd]?|says?|said|list(?:s|ed)?|indicate[sd]?|disclose[sd]?|data|records?)$/;
const UNTOLD = /^(?:unclear|unknown|unspecified|unstated)$/;
const OR = new Set(['or', 'nor', 'oder', 'noch', 'ou', 'ni']);
const CONTRAST = new Set(
  'but however though although while whereas yet instead rather except aber jedoch obwohl sondern mais pero'.split(
    ' ',
  ),
);
const OFF =
  /^(?:disabled|off|unavailable|prohibited|forbidden|banned|excluded|optional|missing|absent|impossible)$/;

/** What the claim says of the thing named at a token. */
export function sayingOf(run: TokenRun, at: number): Saying {
  const telling = tellingOf(run, at);
  if (telling !== undefined) return telling;
  if (isSetAgainst(run, at)) return null;
  if (isSwitchedOff(run, at)) return run.negators.length === 0 ? false : null;
  let saying: Saying = true;
  for (const negator of run.negators) {
    const denied = negator < at ? deniesAhead(run, negator, at) : deniesBehind(run, negator, at);
    if (denied === true) return false;
    if (denied === null) saying = null;
  }
  return saying;
}

/** Undefined if the claim does not speak of what the record tells. */
function tellingOf(run: TokenRun, at: number): 'untold' | null | undefined {
  let told: null | undefined;
  for (let index = 0; index < run.tokens.length; index++) {
    const word = run.word(index);
    const isUntold = UNTOLD.test(word);
    if (!isUntold && !TELLING.test(word)) continue;
    const isNear = run.isSameClause(index, at);
    if ((isUntold || run.hasNegator(index)) && (isNear || isGoverned(run, at, index))) return 'untold';
    if (isNear) told = null;
  }
  return told;
}

/** `no details on music, takeout or Wi-Fi`; `Music, takeout and Wi-Fi are not specified`. */
function isGoverned(run: TokenRun, at: number, predicate: number): boolean {
  if (at < predicate) return isSubjectOf(run, at, predicate);
  let isAsked = false;
  for (let index = predicate + 1; index <= at; index++) {
    const word = run.word(index);
    // `or whether there is a lift`
    isAsked ||= word === 'whether' || word === 'if';
    if (run.endsSentence(index - 1) || CONTRAST.has(word) || (!isAsked && isOwnVerb(run, index)))
      return false;
  }
  return true;
}

/** `validated` in `garage, validated or valet parking` is no verb of its own. */
export function isOwnVerb(run: TokenRun, at: number): boolean {
  const word = run.word(at);
  // `a` is a verb in French only.
  if (word.length === 1) return false;
  return isBe(word) || isAuxiliary(word) || (isVerbAt(run, at) && !/(?:ed|ing)$/.test(word));
}

export const isContrast = (word: string) => CONTRAST.has(word);

/** `does not offer Wi-Fi, music or outdoor seating`. Null for `not … Wi-Fi and outdoor seating`, which may be either. */
function deniesAhead(run: TokenRun, negator: number, at: number): boolean | null {
  let isListed = false;
  for (let index = negator + 1; index <= at; index++) {
    const word = run.word(index);
    if (run.endsSentence(index - 1) || CONTRAST.has(word)) return false;
    if (!run.isSameClause(index, negator) && isOwnVerb(run, index)) return false;
    // `lacks both Ethernet and a touchscreen`
    isListed ||= OR.has(word) || word === 'both' || word === 'either';
  }
  if (run.isSameClause(negator, at)) return true;
  for (let index = at; index >= 0 && run.isSameClause(index, at); index--)
    if (OR.has(run.word(index))) return true;
  for (let index = at + 1; index < run.tokens.length && !run.endsSentence(index - 1); index++) {
    // `While it does not offer Wi-Fi, street parking is available.`
    if (run.isSameClause(index, at) && isOwnVerb(run, index)) return false;
    if (CONTRAST.has(run.word(index))) break;
    isListed ||= OR.has(run.word(index));
  }
  return isListed ? true : null;
}

/** `Garage and valet parking are not available`. */
function deniesBehind(run: TokenRun, negator: number, at: number): boolean {
  // `are not …`, `aren't …`, `may not be …`
  const isPassive =
    isBe(run.word(negator - 1)) ||
    isBe(run.word(negator + 1)) ||
    /^(?:is|are|was|were)n['’]?t$/.test(run.word(negator));
  if (!isPassive) return false;
  const first = isBe(run.word(negator - 1)) || isAuxiliary(run.word(negator - 1)) ? negator - 1 : negator;
  for (let index = at + 1; index < first; index++)
    if (run.endsSentence(index - 1) || CONTRAST.has(run.word(index)) || isOwnVerb(run, index)) return false;
  // `has outdoor seating, and …`: it is not what the sentence is about.
  for (let index = at - 1; index >= 0 && run.isSameClause(index, at); index--)
    if (isOwnVerb(run, index)) return false;
  return true;
}

/** `Telemetry and automatic updates are switched off`, with no other verb between. */
function isSwitchedOff(run: TokenRun, at: number): boolean {
  for (let index = at + 1; index < run.tokens.length && !run.endsSentence(index - 1); index++) {
    const word = run.word(index);
    if (OFF.test(word)) return run.isSameClause(index, at) || isSubjectOf(run, at, index);
    if (CONTRAST.has(word)) return false;
  }
  return false;
}

/** Whether a word is part of the subject of what is said further on: `Wi-Fi and parking are …`. */
function isSubjectOf(run: TokenRun, at: number, predicate: number): boolean {
  let verbs = 0;
  for (let index = at + 1; index < predicate; index++) if (isOwnVerb(run, index)) verbs++;
  if (verbs !== 1) return false;
  for (let index = at - 1; index >= 0 && !run.endsSentence(index); index--)
    if (isOwnVerb(run, index)) return CONTRAST.has(run.word(index + 1));
  return true;
}

/** `rather than trendy`, `instead of a garage`. */
function isSetAgainst(run: TokenRun, at: number): boolean {
  for (let index = at - 1; index >= at - 4; index--)
    if (/^(?:rather|instead)$/.test(run.word(index))) return true;
  return false;
}
