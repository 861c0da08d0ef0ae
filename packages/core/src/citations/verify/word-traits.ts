import { qualifierPhrases } from './qualifier-words.js';

// The words that rules look for. Most rules concern a few words that most sentences lack. The traits of a word are
// computed once per word, and those of a run once per run, so a rule whose words are missing ends before it reads
// anything.

const byWord = new Map<string, number>();
const byBeginning: [trait: number, pattern: RegExp][] = [];
let traits = 0;

function nextTrait(): number {
  // The highest bits are reserved for token traits, and the engine's small integers have no more.
  if (traits === 28) throw new Error('There is no room for another trait.');
  return 1 << traits++;
}

/** A trait of the given words, in lower case and without accents. */
function traitOf(words: string): number {
  const trait = nextTrait();
  for (const word of words.split(/\s+/)) byWord.set(word, (byWord.get(word) ?? 0) | trait);
  return trait;
}

/** A trait of all words with this beginning, and of some others. */
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

/** Traits of a token, not of a word: it is an amount, it is a name. */
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
/** The first of two words that form an exception: `apart from`. */
export const EXCEPT_FIRST = traitOf('apart aside other exception ausnahme bis a');
/** Words with which a claim expresses an exception in another way. */
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
/** After a noun: by whom, for what. */
export const BEHIND = traitOf('by for from to with von durch für fur mit par pour por para');
export const FIRST = traitOf('before bevor after nachdem then dann danach afterwards once');
/** Things done for or against something. */
export const TAKES_SIDES = traitOfBeginning(
  /^(?:vot|argu|spoke|speak|campaign|decid|decision|rul|fought|fight|testif|lobb|ralli|stimm|entsch|votar|plaid)/,
);
/** What may be added to a price. */
export const ADDED = traitOf(
  'vat tax taxes gst postage shipping delivery mwst mehrwertsteuer ust umsatzsteuer steuer versand tva iva',
);
/** Words that can begin `instead of`; what follows decides. */
export const INSTEAD = traitOfBeginning(/^(?:statt|anstatt|anstelle)/, 'instead rather in');
/** Words that can begin `replaces somebody`. */
export const REPLACES = traitOf('replaces ersetzt vertritt');
/** Words that can begin a phrase of certainty, quantity or frequency. */
export const QUALIFIES = traitOf([...qualifierPhrases.keys(), 'rule rules ruled ruling'].join(' '));
/** Verbs and nouns of change, as claims use them. */
export const CHANGE = traitOf(
  'rise rises rose risen raise raises raised increase increases increased fall falls fell fallen drop drops dropped cut cuts decrease decreases decreased lower lowers lowered reduce reduces reduced change changes changed double doubles doubled up down steigt steigen stieg sinkt sinken erhoht gesenkt',
);
export const STAYS = traitOf(
  'stay stays stayed remain remains remained bleibt bleiben blieb blieben unchanged unaffected unverandert',
);
export const ONE = traitOf('one single ein eine einen einem einer un une una');
/** Before a name they mark an end of something. */
export const ENDS = traitOf(
  'from to into onto by for against via von nach aus zu gegen für de a par para por vers contre da per',
);
/** `Elsewhere …`: not about what was named. */
export const THE_REST = traitOf('elsewhere otherwise anderswo andernorts ansonsten ailleurs altrove');
/** Recurring times: what holds then does not hold at other times. */
const RECURRING =
  'weekdays weekends mondays tuesdays wednesdays thursdays fridays saturdays sundays spring summer autumn winter night nights nighttime evenings mornings holidays werktags werktagen wochenenden montags dienstags mittwochs donnerstags freitags samstags sonntags sommer herbst nachts abends feiertagen ferien';
/** Always, or by all; `every` and the like if followed by a word of time. */
const ALWAYS =
  'always never daily permanently year-round all any each every constantly throughout unanimously unanimous immer nie niemals taglich jederzeit standig ganzjahrig durchgehend ausnahmslos jeden jede jedes jeder alle einstimmig einstimmiger';
export const RECURS_OR_ALWAYS = traitOf(`${RECURRING} ${ALWAYS}`);
/** For a word with the trait: whether it is of the second kind. */
export const saysAlways = (word: string) => always.has(word);
const always = new Set(ALWAYS.split(' '));
