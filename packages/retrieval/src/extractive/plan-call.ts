import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { asksForCalculation } from '../tables/asks-for-calculation.js';
import { asksForWhole } from '../whole/asks-for-whole.js';
import { askedWords } from './asked-words.js';
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
  const calculates =
    asksForCalculation(prompt.question) && tools.some((offered) => offered.name === 'query_table');
  const readsAll =
    asksForWhole(prompt.question) !== null && tools.some((offered) => offered.name === 'read_all');
  return [
    ...(tool ? [{ toolName: tool.name, input: { query: standaloneQuery(prompt) } }] : []),
    ...(readsAll ? [{ toolName: 'read_all', input: { question: standaloneQuery(prompt) } }] : []),
    ...(calculates ? [{ toolName: 'query_table', input: { question: standaloneQuery(prompt) } }] : []),
  ];
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
  const before = followedQuestion(questions);
  // What is asked now stands first: its form decides the class of the whole.
  return before === null ? questions.question : `${questions.question}\n${before}`;
}

/** The question that a follow-up goes on from, null for any other. "And in 2024?" replaces the year asked about before. */
export function followedQuestion({ question, earlierQuestions }: Questions): string | null {
  if (!pointsBack(question)) return null;
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
