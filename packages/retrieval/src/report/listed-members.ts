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
  const { last = '', rest = '' } = LAST.exec(after)?.groups ?? {};
  if (head === undefined || first === undefined || all.length < FEWEST) return null;
  const isShared = OF_ALL.test(rest);
  const things = [first, ...all.slice(1, -1), isShared ? last : after].map((thing) => thing.trim());
  const isThing = (thing: string) =>
    thing !== '' && thing.split(/\s+/u).length <= MOST_WORDS && !CLAUSE.test(thing);
  if (!things.every(isThing)) return null;
  return things.map((member) => ({
    member: member.replace(new RegExp(`^(?:${ARTICLES})\\s+`, 'iu'), ''),
    question: `${headFor(head, member)}${member}${isShared ? rest : ''}${mark}`,
  }));
}

/** `What are the fee and …`: of one thing, it is `What is the fee`. */
function headFor(head: string, member: string): string {
  if (/s$/iu.test(member)) return head;
  return head.replace(/\bare(?=\s+$)/iu, 'is').replace(/\bwere(?=\s+$)/iu, 'was');
}
