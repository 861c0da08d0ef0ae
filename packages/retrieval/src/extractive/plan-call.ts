import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { asksForCalculation } from '../tables/asks-for-calculation.js';
import { asksForWhole } from '../whole/asks-for-whole.js';
import { askedNames } from './asked-names.js';
import { askedWords } from './asked-words.js';
import { comparesSome } from './compares-some.js';
import { uncountedWords } from './counted-kind.js';
import { daysIn } from './days-in-text.js';
import { asksOfNow, namedTimes, withoutTimes } from './named-times.js';
import { pointsBack } from './points-back.js';
import type { ReadPrompt } from './read-prompt.js';

export interface PlannedCall {
  toolName: string;
  input: Record<string, unknown>;
}

const PREFERRED = ['agentic_context_search', 'retrieve_context'];
const GREETING =
  /^\s*(?:hi|hello|hey|thanks?(?: you)?|thank you|good (?:morning|evening)|hallo|danke|guten (?:tag|morgen)|bonjour|merci|hola|gracias|ciao|grazie|ok(?:ay)?|help|hilfe|who are you|what (?:can|do) you do|what are you|wer bist du|was kannst du)[\s!.,?]*$/iu;

/** The first search, and the calculation if one is asked for. Empty if the message needs none. */
export function planCalls(prompt: ReadPrompt, tools: readonly LanguageModelV4FunctionTool[]): PlannedCall[] {
  if (prompt.results.length > 0 || GREETING.test(prompt.question) || prompt.question.trim() === '') return [];
  const tool = findSearchTool(tools);
  const calculates = tools.some((offered) => offered.name === 'query_table');
  const readsAll =
    asksForWhole(prompt.question) !== null && tools.some((offered) => offered.name === 'read_all');
  return [
    ...(tool ? [{ toolName: tool.name, input: { query: asSearch(standaloneQuery(prompt)) } }] : []),
    ...(readsAll ? [{ toolName: 'read_all', input: { question: standaloneQuery(prompt) } }] : []),
    ...(calculates
      ? calculations(prompt).map((question) => ({ toolName: 'query_table', input: { question } }))
      : []),
  ];
}

/**
 * "How many tickets were sold in May?" does not count documents that are called tickets: without "how many", it is
 * searched instead.
 */
function asSearch(query: string): string {
  return uncountedWords(query).length === 0 ? query : query.replace(HOW_MANY, '').trim();
}

/** The questions to calculate. If two figures from earlier are now compared, both are calculated again. */
function calculations(questions: Questions): string[] {
  const { question, earlierQuestions } = questions;
  if (comparedNames(question, earlierQuestions) !== null) {
    const earlier = [1, 0].map(
      (at) =>
        askedNow({ question: earlierQuestions[at] ?? '', earlierQuestions: earlierQuestions.slice(at + 1) })
          .question,
    );
    if (earlier.every(asksForCalculation)) return earlier;
  }
  const lines = followedLines(questions);
  return lines.some(asksForCalculation) ? [lines.join('\n')] : [];
}

/**
 * The question and those that it continues, the newest first: "And cats?" after "How many bills are unpaid?" keeps
 * what was asked before. Another time replaces the one before, which is left out.
 */
function followedLines({ question, earlierQuestions }: Questions, most = LONGEST_ROW): string[] {
  const now = askedNow({ question, earlierQuestions });
  const [last, ...others] = earlierQuestions;
  if (last === undefined || most <= 1) return [now.question];
  const asksWhich = WHICH_ONES.test(question);
  if (now.before === null && !asksWhich) return [now.question];
  const lines = followedLines({ question: last, earlierQuestions: others }, most - 1);
  const [first = ''] = lines;
  if (asksWhich && HOW_MANY.test(first)) return [first.replace(HOW_MANY, 'which'), ...lines.slice(1)];
  const isOtherTime = namedTimes(question).length > 0 || asksOfNow(question);
  return [
    now.question,
    ...(isOtherTime ? lines.filter((line) => !isTimeOnly(line)).map(withoutItsTime) : lines),
  ];
}

/** The tool that this model can search with. */
export function findSearchTool(
  tools: readonly LanguageModelV4FunctionTool[],
): LanguageModelV4FunctionTool | undefined {
  return (
    PREFERRED.map((name) => tools.find((offered) => offered.name === name)).find(Boolean) ??
    tools.find((offered) => /search|retrieve/iu.test(offered.name) && takesQuery(offered))
  );
}

/** Only a tool without other required parameters: those would have to be guessed. */
function takesQuery(tool: LanguageModelV4FunctionTool): boolean {
  const { properties = {}, required = [] } = tool.inputSchema;
  return 'query' in properties && required.every((name: string) => name === 'query');
}

type Questions = Pick<ReadPrompt, 'question' | 'earlierQuestions'>;

/** A follow-up such as "and what did it cost?" is searched together with the question before it. */
export function standaloneQuery(questions: Questions): string {
  const { question, before } = askedNow(questions);
  // The current question comes first: its form decides the class.
  return before === null ? question : `${question}\n${before}`;
}

/** The question, and the one it continues if it cannot be understood alone. */
interface AskedNow {
  question: string;
  before: string | null;
}

const HOW_MANY = /\b(?:how many|what is the (?:number|count) of|wie viele)\b/iu;
const WHICH_ONES =
  /^\P{L}*(?:(?:and|und|so)\s+)?(?:which(?: ones?| are (?:they|those|these)| of them)?|what are (?:they|those)|(?:list|name|show)(?: me)? (?:them|those)(?: all)?|welche(?: sind (?:das|es))?(?: denn)?)\P{L}*$/iu;

/** A follow-up that only asks which ones were counted, or replaces a name, becomes a complete question again. */
export function askedNow({ question, earlierQuestions }: Questions): AskedNow {
  const [last, ...others] = earlierQuestions;
  if (last === undefined) return { question, before: null };
  const compared = comparedNames(question, earlierQuestions);
  if (compared) return { question: compared, before: null };
  if (!pointsBack(question)) return { question, before: null };
  const earlier = askedNow({ question: last, earlierQuestions: others }).question;
  if (WHICH_ONES.test(question) && HOW_MANY.test(earlier))
    return { question: earlier.replace(HOW_MANY, 'which'), before: null };
  const other =
    withOtherOfKind(earlier, question) ??
    withOtherOrdinal(earlier, question) ??
    withOtherDay(earlier, question) ??
    withOtherMonth(earlier, question);
  if (other !== null) return { question: other, before: null };
  const names = askedNames(question);
  if (names[0] !== undefined && isNameOnly(question, names)) {
    const replaced = withName(earlier, names[0]);
    if (replaced !== null) return { question: replaced, before: null };
  }
  const before = wholeBefore({ question, earlierQuestions });
  return {
    question,
    before: before === null || names.length === 0 ? before : without(before, askedNames(before)),
  };
}

const LONGEST_BRIEF = 8;

/** Whether a question may be about the answer before: it refers back, or is short and names nothing. */
export function followsAnswer({ question, before }: AskedNow): boolean {
  if (before !== null) return true;
  const words = question.match(/\p{L}+/gu) ?? [];
  return words.length <= LONGEST_BRIEF && askedNames(question).length === 0;
}

/** "Who has more leave?" after the same question about two people: it is about those two. */
function comparedNames(question: string, earlierQuestions: readonly string[]): string | null {
  const [last, ...others] = earlierQuestions;
  if (last === undefined || !comparesSome(question) || askedNames(question).length > 0) return null;
  const names = askedNames(last);
  if (names.length !== 1 || !isNameOnly(last, names)) return null;
  const first = askedNow({ question: others[0] ?? '', earlierQuestions: others.slice(1) }).question;
  const [other] = askedNames(first);
  if (other === undefined || other === names[0]) return null;
  return `${question.replace(/[\s?.!]+$/u, '')}: ${other}, ${names[0] ?? ''}?`;
}

function isNameOnly(question: string, names: readonly string[]): boolean {
  const rest = without(question, names);
  const words = rest.match(/\p{L}+/gu) ?? [];
  return words.every((word) => !/\p{L}/u.test(askedWords(`${word} x`).replace(/x$/u, '')));
}

/** The question with another name in place of one of the same kind; null if it has none. */
function withName(question: string, name: string): string | null {
  const shape = (text: string) => `${/\p{N}/u.test(text)} ${text.split(/\s+/u).length}`;
  const names = askedNames(question);
  const old = names.find((other) => shape(other) === shape(name)) ?? names[0];
  if (old === undefined) return null;
  // `Harcourt & Sons` is one name.
  const joined = [...question.matchAll(/\p{Lu}[\p{L}\p{N}'’-]*(?:\s*&\s*\p{Lu}[\p{L}\p{N}'’-]*)+/gu)];
  return question.replace(joined.map(([whole]) => whole).find((whole) => whole.includes(old)) ?? old, name);
}

function without(text: string, names: readonly string[]): string {
  return names.reduce((left, name) => left.replaceAll(name, ' '), text).replaceAll(/\s+/gu, ' ');
}

const LONGEST_ROW = 3;

/** The question that a follow-up continues, together with the one that this continues itself. */
function wholeBefore({ question, earlierQuestions }: Questions, most = LONGEST_ROW): string | null {
  const before = followedQuestion({ question, earlierQuestions });
  if (before === null || most <= 1) return before;
  const at = earlierQuestions.findIndex((earlier) => !isTimeOnly(earlier));
  const [last, ...others] = earlierQuestions.slice(Math.max(0, at));
  if (last === undefined || before !== last || others.length === 0 || !pointsBack(last)) return before;
  const now = askedNow({ question: last, earlierQuestions: others });
  return now.before === null ? now.question : `${now.question} ${now.before}`;
}

const OPENS_OTHER =
  /^\P{L}*(?:(?:and|but|und|aber)\s+)?(?:(?:what|how) about\s+|was ist mit\s+|wie ist es mit\s+)?(?:(?:for|in|on|at|of|with|für|in|im|am|bei|mit)\s+)?(?:(?:the|our|der|die|das|dem|den|beim|zum)\s+)?(?<thing>[^?!.,]+?)\s*[?!.]*$/iu;
const TWO_WORDS = /^(?<first>[\p{L}\p{N}-]+)\s+(?<second>[\p{L}\p{N}-]+)$/u;
const MARK = /^(?:\p{Lu}|\d{1,4}\p{L}?)$/u;

/**
 * The question before, about another thing of the same kind: "And package A?" after one about package B, "And the bell
 * fund?" after one about the organ fund. Null if the question before has no such thing.
 */
function withOtherOfKind(earlier: string, question: string): string | null {
  const thing = OPENS_OTHER.exec(question)?.groups?.['thing'];
  const { first, second } = TWO_WORDS.exec(thing ?? '')?.groups ?? {};
  if (thing === undefined || first === undefined || second === undefined) return null;
  if ([first, second].some((word) => QUESTION_WORD.test(word))) return null;
  const old = MARK.test(second)
    ? new RegExp(String.raw`(?<![\p{L}\p{N}])${first}\s+(?:\p{Lu}|\d{1,4}\p{L}?)(?![\p{L}\p{N}-])`, 'iu')
    : new RegExp(
        String.raw`(?<![\p{L}\p{N}])(?!(?:the|a|an|our|many|which|all|of|der|die|das|viele|welche|alle)\s)\p{L}[\p{L}-]*\s+${second}(?![\p{L}\p{N}-])`,
        'iu',
      );
  const found = old.exec(earlier)?.[0];
  if (found === undefined || found.toLowerCase() === thing.toLowerCase()) return null;
  return earlier.replace(found, thing);
}

const ORDINAL = String.raw`(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d{1,2}(?:st|nd|rd|th)|erste[rnsm]?|zweite[rnsm]?|dritte[rnsm]?|vierte[rnsm]?|fünfte[rnsm]?|letzte[rnsm]?)`;
const ORDINAL_ONLY = new RegExp(
  String.raw`^\P{L}*(?:(?:and|but|und|aber)\s+)?(?:(?:what|how) about\s+|was ist mit\s+)?(?:the|der|die|das|dem|den)\s+(?<which>${ORDINAL})(?:\s+one)?\s*[?!.]*$`,
  'iu',
);

/** "And the third?" after a question about the second instalment. Null if that names none in order. */
function withOtherOrdinal(earlier: string, question: string): string | null {
  const which = ORDINAL_ONLY.exec(question)?.groups?.['which'];
  if (which === undefined) return null;
  const old = new RegExp(String.raw`(?<![\p{L}\p{N}])${ORDINAL}(?![\p{L}\p{N}])`, 'iu');
  return old.test(earlier) ? earlier.replace(old, which) : null;
}

const PLACE_IN_TIME = String.raw`(?:(?:in|on|for|at|during|am|im|in der|für)\s+)?(?:(?:the|der|die)\s+)?(?:(?:week|woche)\s+(?:(?:beginning|starting|commencing|of|from|vom|ab)\s+)?)?`;

/** "And in the week beginning 26 October?" asks the question before of that day. */
function withOtherDay(earlier: string, question: string): string | null {
  const [day, ...others] = daysIn(question);
  if (!day || others.length > 0) return null;
  const place = new RegExp(
    String.raw`^\P{L}*(?:(?:and|but|und|aber)\s+)?(?:(?:what|how) about\s+|was ist mit\s+)?(?<when>${PLACE_IN_TIME})$`,
    'iu',
  );
  const at = question.indexOf(day.text);
  const when = place.exec(question.slice(0, at))?.groups?.['when'];
  if (when === undefined || /\p{L}/u.test(question.slice(at + day.text.length))) return null;
  const [old] = daysIn(earlier);
  const rest = old
    ? earlier.replace(new RegExp(String.raw`\s*\b${PLACE_IN_TIME}${old.text}`, 'iu'), '')
    : earlier;
  return `${rest.replace(/\s*[?.!]*\s*$/u, '')} ${when === '' ? 'on ' : when}${day.text}?`;
}

const MONTH = String.raw`(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)`;
const MONTH_ONLY = new RegExp(
  String.raw`^\P{L}*(?:(?:and|but|und|aber)\s+)?(?:(?:what|how) about\s+|was ist mit\s+)?(?:(?:in|for|im|für)\s+)?(?<month>${MONTH})\P{L}*$`,
  'iu',
);
/** With its capital letter: "may" is a verb. */
const MONTH_NAMED = new RegExp(String.raw`(?<![\p{L}\p{N}])${MONTH}(?![\p{L}\p{N}])`, 'gu');

/** "And in March?" asks the question before, which names one month, of another. */
function withOtherMonth(earlier: string, question: string): string | null {
  const month = MONTH_ONLY.exec(question)?.groups?.['month'];
  const [old, ...others] = [...earlier.matchAll(MONTH_NAMED)];
  if (month === undefined || !old || others.length > 0) return null;
  const name = month.charAt(0).toUpperCase() + month.slice(1);
  return earlier.slice(0, old.index) + name + earlier.slice(old.index + old[0].length);
}

const QUESTION_WORD =
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|does|do|did|has|have|can|may|must|will|wer|wen|wem|was|welche\p{L}*|wann|wo|warum|wie|ist|sind|war|hat|kann|darf|muss|it|he|she|they)$/iu;

/** The question that a follow-up continues; null for others. "And in 2024?" replaces the year asked about before. */
function followedQuestion({ question, earlierQuestions }: Questions): string | null {
  const names = namedTimes(question).length > 0 || asksOfNow(question);
  // In a series of such follow-ups, the first question says what they are all about.
  const before = earlierQuestions.find((earlier) => !names || !isTimeOnly(earlier)) ?? earlierQuestions[0];
  if (!before) return null;
  if (!names) return before;
  return withoutItsTime(before);
}

/** "How many came?" of "How many came in 2024?". */
function withoutItsTime(question: string): string {
  const rest = withoutTimes(question).replace(/(?:\s+(?:in|of|for|im|en))?\s*([?.!]*)\s*$/iu, '$1');
  return rest.replaceAll(/\s+/gu, ' ').trim();
}

function isTimeOnly(question: string): boolean {
  if (asksOfNow(question)) return true;
  return namedTimes(question).length > 0 && !/\p{L}/u.test(withoutTimes(askedWords(question)));
}
