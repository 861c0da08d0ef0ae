import { lacksVerb, saysMore, sharedPredicate } from './shared-predicate.js';

/** A question about several things, one of which each part asks about. */
export interface ListedMember {
  /** The thing: `the truck`. */
  member: string;
  /** The question about it alone. */
  question: string;
}

const ARTICLES = 'the|a|an|our|their|its|der|die|das|den|dem|unsere[rmn]?';
const RELATION =
  'for|of|about|on|with|to|in|at|from|by|concerning|regarding|über|für|zu|mit|bei|von|zum|zur|in|an';
/** `What changed for`, `What does the lease say about`, `What are`: what stands before the first thing. */
const HEAD = new RegExp(
  `^(?<head>\\P{L}*(?:what|which|how|who|whom|when|where|why|is|are|does|do|did|has|have|tell|describe|explain|summari[sz]e|report|compare|was|welche[rsn]?|wie|wer|wann|wo|warum|beschreibe|berichte)\\b[^,;:?]*?\\s(?:${RELATION})\\s+|\\P{L}*(?:what|which|who|was|wer)\\s+(?:is|are|was|were|ist|sind|war|waren)\\s+)(?<first>(?:(?:${ARTICLES})\\s+)?(?:(?!(?:${RELATION})\\s)[^,;:?\\s]+\\s*){1,5})$`,
  'iu',
);
const LAST =
  /^(?<last>.+?)(?<rest>\s+(?:of|in|at|for|on|from|between|during|since|until|under|von|im|in|bei|für|seit|bis)\s.+)?$/iu;
/** What follows the last thing belongs to all if it names something: `of the Merganser`, `in each contract`. */
const OF_ALL =
  /\s(?:the|this|our|each|every|all|both|der|die|das|dem|den|jede[rsmn]?|alle[rn]?)\s|\s\p{Lu}|\d/u;
/** These begin a clause, not a thing. */
const CLAUSE =
  /^(?:what|which|who|whom|whose|how|when|where|why|whether|if|that|because|although|while|as|so|but|it|they|he|she|we|you|i|was|welche[rsn]?|wer|wem|wie|wann|wo|warum|ob|dass|weil|wenn|aber|es|sie|er|wir)(?!\p{L})/iu;
const MOST_WORDS = 5;
const FEWEST = 3;

/** `What changed for the slip, the crane and the paint of the Merganser?`: three questions. Null if it lists nothing. */
export function listedMembers(question: string): ListedMember[] | null {
  const [, body = '', mark = ''] = /^(.*?)([?.!]*)$/su.exec(question.trim()) ?? [];
  const pieces = body.split(/\s*,\s+/u);
  const joined = /^(?<before>.+?)?\s*\b(?:and|or|und|oder)\s+(?<after>.+)$/iu.exec(
    pieces.at(-1) ?? '',
  )?.groups;
  if (!joined) return null;
  const { before, after = '' } = joined;
  const all = [...pieces.slice(0, -1), ...(before === undefined ? [] : [before.trim()]), after];
  const { head, first } = HEAD.exec(all[0] ?? '')?.groups ?? {};
  if (head === undefined || first === undefined || all.length < FEWEST) return null;
  const ending = endingOf(head, [first, ...all.slice(1, -1)], after);
  if (!ending) return null;
  const { thing: last, rest } = ending;
  const relation = new RegExp(`^(?:${/\S+\s+$/u.exec(head)?.[0].trim() ?? ''})\\s+`, 'iu');
  const things = [first, ...all.slice(1, -1), last].map((thing) => thing.trim().replace(relation, ''));
  const isThing = (thing: string) =>
    thing !== '' && thing.split(/\s+/u).length <= MOST_WORDS && !CLAUSE.test(thing);
  if (!things.every(isThing) || sharesObject(head, things)) return null;
  return things.map((member) => ({
    member: member.replace(new RegExp(`^(?:${ARTICLES})\\s+`, 'iu'), ''),
    question: `${headFor(head, member)}${member}${rest}${mark}`,
  }));
}

/** The last thing, and what follows it and belongs to all of them. Null if the question must stay whole. */
function endingOf(
  head: string,
  others: readonly string[],
  after: string,
): { thing: string; rest: string } | null {
  const { last = '', rest = '' } = LAST.exec(after)?.groups ?? {};
  if (lacksVerb(head) || saysMore(after)) {
    const shared = sharedPredicate(others, after);
    return shared ? { thing: shared.thing, rest: shared.predicate } : null;
  }
  return OF_ALL.test(rest) ? { thing: last, rest } : { thing: after, rest: '' };
}

/** `What does it cost to rent, heat and insure the clinic`, `given to children, stored in the fridge and …`. */
function sharesObject(head: string, things: readonly string[]): boolean {
  const [first = '', ...others] = things.map((thing) => thing.split(/\s+/u));
  const isOfVerbs =
    /\sto\s+$/iu.test(head) && !/(?:appl|happen|belong|given?|access|respon)\S*\s+to\s+$/iu.test(head);
  if (isOfVerbs && first.length === 1 && others.some((words) => words.length > 1)) return true;
  return others.some((words) => words.length > 1 && /.{3}ed$/u.test(words[0] ?? '') && isRelation(words[1]));
}

const isRelation = (word = '') => new RegExp(`^(?:${RELATION})$`, 'iu').test(word);

/** `What are the fee and …`: of one thing, it is `What is the fee`. */
function headFor(head: string, member: string): string {
  if (/s$/iu.test(member)) return head;
  return head.replace(/\bare(?=\s+$)/iu, 'is').replace(/\bwere(?=\s+$)/iu, 'was');
}
