import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { wordsFrom } from './find-left-out.js';
import { mostOf, sentencePointsBack } from './region-sentences.js';
import { findWord, idsOf, rangeOfSentence, textOf, wordsOf } from './sentence-of-claim.js';

// Relations that a claim may add although all its words are there: that one thing is why another is, or comes first, or
// holds in any case.

const CAUSE = /^(?:because|due|owing|causes?|caused|causing|weil|wegen|da|aufgrund)$/;
/** Words with which a source says why; it may also use a colon, a dash or a participle. */
const SAYS_WHY =
  /^(?:because|due|owing|causes?|caused|causing|since|as|for|so|thus|therefore|hence|results?|resulted|resulting|reasons?|leads?|led|leading|thanks|why|means|meant|meaning|through|from|following|after|when|weil|wegen|da|denn|deshalb|daher|darum|aufgrund|dadurch|durch|grund)$/;
const SIGN = /[:;(–—]| - /u;
const BEGINNING = 6;

const BEFORE_OR_AFTER = new Map([
  ['before', 1],
  ['after', -1],
]);
const SAYS_WHEN =
  /^(?:before|after|until|till|prior|once|when|while|following|since|earlier|later|previously|first|finally|ahead|by)$/;

/** `There is no surgery because Tane is away`, where the source does not say why. */
export function cause(region: Region): Disagreement | null {
  const { claim, passage } = region;
  const at = findWord(claim, CAUSE);
  if (at === -1) return null;
  const isWhy = (index: number) => index > at && (claim.isSameClause(index, at) || index === at + 1);
  const why = idsOf(region, isWhy);
  const what = idsOf(region, (index) => !isWhy(index) && index !== at);
  const there = mostOf(region, why, region.sentenceAt);
  const own = mostOf(region, what, region.sentenceAt);
  if (own && !there && why.length > 0)
    return {
      kind: 'modal',
      at,
      claimed: claim.words(at, claim.tokens.length - 1),
      found: '',
      isCertain: false,
    };
  if (!there || !own) return null;
  const says = (sentence: number) =>
    wordsOf(region, sentence).some((word) => SAYS_WHY.test(word)) || SIGN.test(textOf(region, sentence));
  const isSaid =
    there.part === own.part
      ? says(own.part) || wordsOf(region, own.part).some((word) => word.endsWith('ing'))
      : pointsOn(region, Math.max(there.part, own.part));
  if (isSaid || passage.tokens.length === 0) return null;
  return { kind: 'modal', at, claimed: claim.written(at), found: '', isCertain: false };
}

/** `This is why`, `So`, `As a result`: a sentence that says how it follows from the one before. */
const pointsOn = (region: Region, sentence: number) =>
  wordsOf(region, sentence)
    .slice(0, BEGINNING)
    .some((word) => SAYS_WHY.test(word)) ||
  sentencePointsBack(region, region.statementAt(rangeOfSentence(region, sentence)[0]));

/** `Pour in the wine before you add the rice`, where the source tells the steps in the other order. */
export function order(region: Region): Disagreement | null {
  const { claim, places, sentenceAt } = region;
  const at = claim.tokens.findIndex((_, index) => BEFORE_OR_AFTER.has(claim.word(index)));
  const way = BEFORE_OR_AFTER.get(claim.word(at));
  if (at < 1 || way === undefined || claim.tokens[at + 1]?.amount) return null;
  const isAfter = (index: number) => index > at && claim.isSameClause(index, at);
  const [left, right] = [idsOf(region, (index) => index < at), idsOf(region, isAfter)];
  const own = left.filter((id) => !right.includes(id));
  const other = right.filter((id) => !left.includes(id));
  const best = mostOf(region, own, sentenceAt);
  const next = mostOf(region, other, sentenceAt);
  if (!best || !next || best.part !== next.part) return null;
  if (wordsOf(region, best.part).some((word) => SAYS_WHEN.test(word))) return null;
  const inSentence = (id: number) => (places[id] ?? []).filter((place) => sentenceAt(place) === best.part);
  const isOnce = (id: number) => inSentence(id).length === 1;
  const placeOf = (ids: readonly number[]) =>
    (ids.some(isOnce) ? ids.filter(isOnce) : ids).flatMap(inSentence);
  const [a, b] = [placeOf(own), placeOf(other)];
  const isTurned = way === 1 ? Math.min(...a) > Math.max(...b) : Math.max(...a) < Math.min(...b);
  if (!isTurned) return null;
  return {
    kind: 'roles',
    at,
    claimed: claim.written(at),
    found: textOf(region, best.part).slice(0, 120),
    isCertain: false,
  };
}

const IN_ANY_CASE = /^(?:even|regardless|irrespective|whether|although|though|also|including|still)$/;

/** `even if they are damaged`, where the source does not say so of that case. */
export function evenIf(region: Region): Disagreement | null {
  const { claim, passage } = region;
  const at = claim.tokens.findIndex(
    (_, index) =>
      claim.word(index) === 'even' && /^(?:if|when|though|where|during)$/.test(claim.word(index + 1)),
  );
  if (at === -1) return null;
  return findWord(passage, IN_ANY_CASE) !== -1
    ? null
    : { kind: 'modal', at, claimed: claim.words(at, at + 1), found: '', isCertain: false };
}

const ALL = /^(?:all|every|each|everything|alle|jede[rs]?|sämtliche)$/;
const EXCEPT_PAIR =
  /^(?:apart|aside|other|except|excepting|excluding|exception|ausser|außer|ausgenommen|save)$/;

const BUT = /^but$/;

/** `All of these have been put right, apart from the sign`. */
export function exceptionToAll(region: Region): Disagreement | null {
  const { claim, passage, sentenceAt } = region;
  const at = findWord(claim, ALL);
  if (at === -1 || findWord(claim, EXCEPT_PAIR) !== -1 || findWord(claim, BUT) !== -1) return null;
  for (let index = 1; index < passage.tokens.length; index++) {
    const word = passage.word(index);
    if (
      !EXCEPT_PAIR.test(word) ||
      (/^(?:apart|aside|other|save)$/.test(word) && !/^(?:from|than|for|dem)$/.test(passage.word(index + 1)))
    )
      continue;
    const said = passage.tokens.findIndex(
      (_, one) => sentenceAt(one) === sentenceAt(index) && ALL.test(passage.word(one)),
    );
    if (said !== -1 && said < index)
      return {
        kind: 'exception',
        at,
        claimed: claim.written(at),
        found: wordsFrom(passage, index),
        isCertain: false,
      };
  }
  return null;
}

const ANY =
  /^(?:any|whatever|regardless|irrespective|whichever|whoever|beliebig|beliebige|jeglicher|jegliche)$/;
const SAYS_ANY =
  /^(?:any|anyone|anybody|anything|anywhere|all|every|everyone|each|whatever|regardless|irrespective|whichever|whoever|matter|no|jede[rs]?|alle|jeglicher?)$/;

/** `on databases of any size`, where the source names a size. */
export function anyOfThem(region: Region, sentence: number): Disagreement | null {
  const { claim, passage } = region;
  const at = findWord(claim, ANY);
  if (at === -1 || claim.negators.length > 0 || /^(?:if|without)$/.test(claim.word(at - 1))) return null;
  if (wordsOf(region, sentence).some((word) => SAYS_ANY.test(word)) || passage.tokens.length === 0)
    return null;
  return { kind: 'quantity', at, claimed: claim.written(at), found: '', isCertain: false };
}
