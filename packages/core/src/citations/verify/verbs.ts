import { onceOf } from './once-of.js';
import { NO, YES, type TokenRun } from './token-run.js';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Forms of `be` and other passive auxiliaries, in the most common languages; lower case, without accents. */
const BE = setOf(
  "is are was were be been being am isn't aren't wasn't weren't ist sind war waren wird werden wurde wurden worden es son era eran fue fueron ser sido est sont etait etaient fut furent ete e sono stato stata erano fu foi foram sao",
);
const AUXILIARY = setOf(
  'has have had do does did will would shall should can could may might must cannot hat haben hatte kann darf muss soll ha han a ont',
);
const BY = setOf('by von durch vom por par da');

/** Past forms that do not end in `-ed`, and common verbs that their form does not reveal. */
const IRREGULAR = setOf(
  `began begun bent bit bled blew blown bore born bought bound bred broke broken brought built burst came cast caught chose chosen clung
  cost cut dealt dug drew drawn drank drove driven ate eaten fell fallen fed felt fought found fled flew flown forbade forbidden forgot
  froze frozen gave given got gotten grew grown hung heard held hid hit hurt kept knew known laid led left lent let lost made meant met
  paid put ran read rode ridden rang rose risen said sank sunk sat saw seen sold sent set sewed shook shone shot showed shown shut sang
  sung slept spoke spoken spent split spread sprang stood stole stolen stuck struck swam swept swore sworn swung taught threw thrown told took
  taken thought tore torn understood upheld went gone woke won wore worn wove wrote written withdrew withdrawn outbid overtook oversaw undertook
  beat beaten became become bet forgave lay shed sought sued bought overcame withstood rebuilt resold repaid foresaw outgrew`,
);

const PRONOUNS = setOf(
  'i you he she it we they him her them us me his hers its their theirs this that these those who which whose what one ones er sie es wir ihr ihm ihn ihnen sein seine dieser diese dieses el ella ellos ellas il elle ils elles lui leur lei loro ele ela eles',
);
const DETERMINERS = setOf(
  'the a an this that these those its his her their our your my each every some any no all both either der die das den dem des ein eine einen einem einer el la los las un una le les une lo gli o os as um uma',
);
const PREPOSITIONS = setOf(
  'of in on at by for from to into onto with without within about over under between through during before after above below against among across behind beside near off per since until upon via towards toward as than like around along despite',
);

const ARTICLE = /^(?:the|an?|der|die|das)$/;

export const isBe = (word: string) => BE.has(word);
export const isAuxiliary = (word: string) => AUXILIARY.has(word);
export const isBy = (word: string) => BY.has(word);
export const isPronoun = (word: string) => PRONOUNS.has(word);
export const isDeterminer = (word: string) => DETERMINERS.has(word);
/** `a`, `the` or another word in their place. */
export const isArticle = (word: string) => isDeterminer(word) || ARTICLE.test(word);
export const isPreposition = (word: string) => PREPOSITIONS.has(word);

const ADVERBS = setOf(
  'later then also soon never again first once recently finally already now still ever always often usually rarely only just even yet today yesterday tomorrow together instead nearly almost',
);
export const isAdverb = (word: string) => ADVERBS.has(word) || (word.length > 4 && word.endsWith('ly'));

/** Between `may` and its verb: `may not sublet`. */
const isBetween = (word: string) => isAdverb(word) || word === 'not';

/** Stop words that help distinguish a verb from a noun; others, such as `and`, do not. */
const isNextToVerb = (word: string) =>
  isPronoun(word) || isBe(word) || isAuxiliary(word) || isDeterminer(word) || isPreposition(word);

/** Cached for each token of a whole text, because it is asked repeatedly. */
const verbsOf = onceOf((run: TokenRun) => new Uint8Array(run.tokens.length));

/** Judged by its neighbours within the segment; includes forms of `be`, but not auxiliaries. */
export function isVerbAt(run: TokenRun, index: number): boolean {
  if (index < 0 || index >= run.tokens.length) return false;
  const { whole } = run;
  const at = run.from + index;
  const verbs = verbsOf(whole);
  if (verbs[at] === 0) verbs[at] = looksLikeVerb(whole, at) ? YES : NO;
  return verbs[at] === YES;
}

function looksLikeVerb(run: TokenRun, index: number): boolean {
  const token = run.tokens[index];
  if (!token || token.kind !== 'word' || !token.form) return false;
  const word = run.word(index);
  if (isBe(word)) return true;
  if (token.form.isStop || isAuxiliary(word) || isAdverb(word)) return false;
  let left = index - 1;
  while (left >= 0 && isBetween(run.word(left)) && run.isSameClause(left, index)) left--;
  const isJoining = run.tokens[left]?.form?.isStop === true && !isNextToVerb(run.word(left));
  const before = run.isSameClause(left, index) && !isJoining ? run.word(left) : '';
  // A number takes the place of an article.
  const after = !run.isSameClause(index + 1, index)
    ? ''
    : run.tokens[index + 1]?.amount
      ? 'the'
      : run.word(index + 1);
  if (before === 'to' && TAKES_VERB.has(run.word(left - 1))) return true;
  return isVerbLike(word, before, after, token.form.isCapitalised);
}

/** `has to notify`, `is required to pay`. */
const TAKES_VERB = setOf(
  'has have had needs need needed required obliged allowed permitted able asked expected ought wants plans agreed decided failed refused',
);

/**
 * Whether a word is likely the verb of its statement, by its form and its neighbours. This is not grammar, so it is
 * used only if both sides have the same word.
 */
function isVerbLike(word: string, before: string, after: string, isCapitalised: boolean): boolean {
  if (isCapitalised || word.length < 2) return false;
  if (isDeterminer(before) || isPreposition(before)) return IRREGULAR.has(word) && isPronoun(before);
  if (IRREGULAR.has(word)) return true;
  if (word.length > 4 && word.endsWith('ed'))
    return !/^(?:compared|hundred|indeed|speed|seed|breed|need|exceed|shed)$/.test(word);
  if (isBe(before) || isAuxiliary(before) || before === 'to')
    return /(?:ed|ing|en)$/.test(word) || isAuxiliary(before);
  // `Cats hunt the lizards`, `the lake drains into`: between a noun and what follows a verb.
  if (after === 'by' || before.endsWith('s') === word.endsWith('s')) return false;
  return (
    before !== '' &&
    (isDeterminer(after) || (isPreposition(after) && after !== 'of') || isPronoun(after)) &&
    /(?:[^s]s|[a-rt-z])$/.test(word) &&
    !/(?:ly|ion|ness|ment|ity|ing)$/.test(word)
  );
}

/** Two verbs for one event, from its two sides. */
const CONVERSE = [
  ['bought sold', 'buy sell', 'buys sells', 'acquired sold', 'purchased sold', 'buying selling'],
  [
    'lent borrowed',
    'lends borrows',
    'gave received',
    'gives receives',
    'awarded received',
    'employs works',
    'taught learned',
  ],
];
const converses = new Map<string, string>();
for (const pair of CONVERSE.flat()) {
  const [left = '', right = ''] = pair.split(' ');
  if (!converses.has(left)) converses.set(left, right);
  if (!converses.has(right)) converses.set(right, left);
}

export const converseOf = (word: string): string | undefined => converses.get(word);
