import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { asksForCalculation } from '../tables/asks-for-calculation.js';
import { asksForWhole } from '../whole/asks-for-whole.js';
import { askedNames } from './asked-names.js';
import { askedWords } from './asked-words.js';
import { comparesSome } from './compares-some.js';
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

/** The search to make first, and the calculation where one is asked for; none when the message needs none. */
export function planCalls(prompt: ReadPrompt, tools: readonly LanguageModelV4FunctionTool[]): PlannedCall[] {
  if (prompt.results.length > 0 || GREETING.test(prompt.question) || prompt.question.trim() === '') return [];
  const tool = findSearchTool(tools);
  const calculates = tools.some((offered) => offered.name === 'query_table');
  const readsAll =
    asksForWhole(prompt.question) !== null && tools.some((offered) => offered.name === 'read_all');
  return [
    ...(tool ? [{ toolName: tool.name, input: { query: standaloneQuery(prompt) } }] : []),
    ...(readsAll ? [{ toolName: 'read_all', input: { question: standaloneQuery(prompt) } }] : []),
    ...(calculates
      ? calculations(prompt).map((question) => ({ toolName: 'query_table', input: { question } }))
      : []),
  ];
}

/** What is to be calculated. Of two whose figures were calculated and that are compared now, both again. */
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
  return asksForCalculation(askedNow(questions).question) ? [standaloneQuery(questions)] : [];
}

/** The tool that this model knows how to search with. */
export function findSearchTool(
  tools: readonly LanguageModelV4FunctionTool[],
): LanguageModelV4FunctionTool | undefined {
  return (
    PREFERRED.map((name) => tools.find((offered) => offered.name === name)).find(Boolean) ??
    tools.find((offered) => /search|retrieve/iu.test(offered.name) && takesQuery(offered))
  );
}

/** Only a tool that asks for nothing else: the rest would have to be guessed. */
function takesQuery(tool: LanguageModelV4FunctionTool): boolean {
  const { properties = {}, required = [] } = tool.inputSchema;
  return 'query' in properties && required.every((name: string) => name === 'query');
}

type Questions = Pick<ReadPrompt, 'question' | 'earlierQuestions'>;

/** A follow-up such as "and what did it cost?" is searched together with the question it follows. */
export function standaloneQuery(questions: Questions): string {
  const { question, before } = askedNow(questions);
  // What is asked now stands first: its form decides the class of the whole.
  return before === null ? question : `${question}\n${before}`;
}

/** What is asked, and the question that it goes on from where it can only be understood with that. */
interface AskedNow {
  question: string;
  before: string | null;
}

const HOW_MANY = /\b(?:how many|what is the (?:number|count) of|wie viele)\b/iu;
const WHICH_ONES =
  /^\P{L}*(?:(?:and|und|so)\s+)?(?:which(?: ones?| are (?:they|those|these)| of them)?|what are (?:they|those)|(?:list|name|show)(?: me)? (?:them|those)(?: all)?|welche(?: sind (?:das|es))?(?: denn)?)\P{L}*$/iu;

/** A follow-up that only counts on, or puts another name in place of the one before, is a whole question again. */
export function askedNow({ question, earlierQuestions }: Questions): AskedNow {
  const [last, ...others] = earlierQuestions;
  if (last === undefined) return { question, before: null };
  const compared = comparedNames(question, earlierQuestions);
  if (compared) return { question: compared, before: null };
  if (!pointsBack(question)) return { question, before: null };
  const earlier = askedNow({ question: last, earlierQuestions: others }).question;
  if (WHICH_ONES.test(question) && HOW_MANY.test(earlier))
    return { question: earlier.replace(HOW_MANY, 'which'), before: null };
  const names = askedNames(question);
  if (names[0] !== undefined && isNameOnly(question, names)) {
    const replaced = withName(earlier, names[0]);
    if (replaced !== null) return { question: replaced, before: null };
  }
  const before = followedQuestion({ question, earlierQuestions });
  return {
    question,
    before: before === null || names.length === 0 ? before : without(before, askedNames(before)),
  };
}

/** "Who has more leave?" after the same question about two: it is about those two. */
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

/** The question with another name where it names one of the same kind; null where it names none. */
function withName(question: string, name: string): string | null {
  const shape = (text: string) => `${/\p{N}/u.test(text)} ${text.split(/\s+/u).length}`;
  const names = askedNames(question);
  const old = names.find((other) => shape(other) === shape(name)) ?? names[0];
  return old === undefined ? null : question.replace(old, name);
}

function without(text: string, names: readonly string[]): string {
  return names.reduce((left, name) => left.replaceAll(name, ' '), text).replaceAll(/\s+/gu, ' ');
}

/** The question that a follow-up goes on from, null for any other. "And in 2024?" replaces the year asked about before. */
function followedQuestion({ question, earlierQuestions }: Questions): string | null {
  const names = namedTimes(question).length > 0 || asksOfNow(question);
  // In a row of such follow-ups, the first question says what they all are about.
  const before = earlierQuestions.find((earlier) => !names || !isTimeOnly(earlier)) ?? earlierQuestions[0];
  if (!before) return null;
  if (!names) return before;
  const rest = withoutTimes(before).replace(/(?:\s+(?:in|of|for|im|en))?\s*([?.!]*)\s*$/iu, '$1');
  return rest.replaceAll(/\s+/gu, ' ').trim();
}

function isTimeOnly(question: string): boolean {
  if (asksOfNow(question)) return true;
  return namedTimes(question).length > 0 && !/\p{L}/u.test(withoutTimes(askedWords(question)));
}
