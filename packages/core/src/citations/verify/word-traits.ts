import { qualifierPhrases } from './qualifier-words.js';

// The words that rules look for. Most rules are about a few words that most sentences do not have: which of them a word
// is, is found out once for every word, and which of them a stretch has, once for every stretch. A rule whose words are
// missing ends before it reads anything.

const byWord = new Map<string, number>();
const byBeginning: [trait: number, pattern: RegExp][] = [];
let traits = 0;

function nextTrait(): number {
  // The highest bits are kept for what tokens are, and the engine's small integers have no more.
  if (traits === 28) throw new Error('There is no room for another trait.');
  return 1 << traits++;
}

/** A trait of the given words, in lower case and without accents. */
function traitOf(words: string): number {
  const trait = nextTrait();
  for (const word of words.split(/\s+/)) byWord.set(word, (byWord.get(word) ?? 0) | trait);
  return trait;
}

/** A trait of all words that begin so, and of some others. */
function traitOfBeginning(pattern: RegExp, words = ''): number {
  const trait = words === '' ? nextTrait() : traitOf(words);
  byBeginning.push([trait, pattern]);
  return trait;
}

/** All traits of a word, in lower case and without accents. */
export function traitsOf(word: string): number {
  let found = byWord.get(word) ?? 0;
  for (const [trait, pattern] of byBeginning) if (pattern.test(word)) found |= trait;
  return found;
}

/** Of a token, not of a word: it is an amount, it is a name. */
export const AMOUNT = 1 << 28;
export const NAME = 1 << 29;

export const THAN = traitOf('than als');
export const OR = traitOf('or nor oder noch');
export const AND = traitOf('and und et y as');
export const BEFORE = traitOf('before bevor ehe avant antes');
export const APPLIES = traitOf('apply applies applied hold holds concern concerns gilt trifft betrifft');
export const EXCEPT = traitOf(
  'except excepting excluding ausser außer ausgenommen sauf excepto salvo tranne eccetto',
);
/** The first of two words that make an exception together: `apart from`. */
export const EXCEPT_FIRST = traitOf('apart aside other exception ausnahme bis a');
/** Words of a claim that tell of an exception in another way. */
export const TELLS_EXCEPTION = traitOf(
  'except excepting excluding exempt exempted exception exceptions apart aside other exclude excludes excluded unlike ausser außer ausgenommen ausnahme sauf excepto salvo',
);
export const IF = traitOf('if unless provided subject falls sofern si se');
export const CONDITION = traitOf(
  'if unless provided when whenever once where only without until case subject condition conditional conditionally depending as after should wenn falls sofern nur ohne bei si se',
);
export const ONLY = traitOf('only nur');
export const DECIDED = traitOf(
  'decided decides agreed agrees approved approves resolved adopted passed accepted granted beschlossen genehmigt entschieden',
);
/** What will be done has been decided. */
export const WILL = traitOf('will wird werden');
export const WHICH = traitOf('which who whom that den der die das que qui');
export const ALSO = traitOf('also even including too auch sogar egalement tambien anche');
/** Behind a noun: by whom, for what. */
export const BEHIND = traitOf('by for from to with von durch für fur mit par pour por para');
export const FIRST = traitOf('before bevor after nachdem');
/** What is done for or against something. */
export const TAKES_SIDES = traitOfBeginning(
  /^(?:vot|argu|spoke|speak|campaign|decid|decision|rul|fought|fight|testif|lobb|ralli|stimm|entsch|votar|plaid)/,
);
/** What may come on top of a price. */
export const ADDED = traitOf(
  'vat tax taxes gst postage shipping delivery mwst mehrwertsteuer ust umsatzsteuer steuer versand tva iva',
);
/** They can begin `instead of`; what follows decides. */
export const INSTEAD = traitOfBeginning(/^(?:statt|anstatt|anstelle)/, 'instead rather in');
/** They can begin `replaces somebody`. */
export const REPLACES = traitOf('replaces ersetzt vertritt');
/** They can begin a phrase that says how sure, how much or how often. */
export const QUALIFIES = traitOf([...qualifierPhrases.keys(), 'rule rules ruled ruling'].join(' '));
/** Verbs and nouns of change, as a claim has them. */
export const CHANGE = traitOf(
  'rise rises rose risen raise raises raised increase increases increased fall falls fell fallen drop drops dropped cut cuts decrease decreases decreased lower lowers lowered reduce reduces reduced change changes changed double doubles doubled up down steigt steigen stieg sinkt sinken erhoht gesenkt',
);
export const STAYS = traitOf(
  'stay stays stayed remain remains remained bleibt bleiben blieb blieben unchanged unaffected unverandert',
);
export const ONE = traitOf('one single ein eine einen einem einer un une una');
/** Before a name they say which end of something it is. */
export const ENDS = traitOf(
  'from to into onto by for against via von nach aus zu gegen für de a par para por vers contre da per',
);
/** `Elsewhere …`: it is not about what was named. */
export const THE_REST = traitOf('elsewhere otherwise anderswo andernorts ansonsten ailleurs altrove');
/** Times that come again: what holds then does not hold at others. */
const RECURRING =
  'weekdays weekends mondays tuesdays wednesdays thursdays fridays saturdays sundays spring summer autumn winter night nights nighttime evenings mornings holidays werktags werktagen wochenenden montags dienstags mittwochs donnerstags freitags samstags sonntags sommer herbst nachts abends feiertagen ferien';
/** Always, or by all; `every` and the like with a word of time behind them. */
const ALWAYS =
  'always never daily permanently year-round all any each every constantly throughout unanimously unanimous immer nie niemals taglich jederzeit standig ganzjahrig durchgehend ausnahmslos jeden jede jedes jeder alle einstimmig einstimmiger';
export const RECURS_OR_ALWAYS = traitOf(`${RECURRING} ${ALWAYS}`);
/** Of a word that has the trait: it is one of the second. */
export const saysAlways = (word: string) => always.has(word);
const always = new Set(ALWAYS.split(' '));
