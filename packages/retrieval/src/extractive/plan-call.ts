import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { asksForCalculation } from '../tables/asks-for-calculation.js';
import { asksForWhole } from '../whole/asks-for-whole.js';
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

/** A follow-up such as "and what did it cost?" is searched together with the question it follows. */
export function standaloneQuery({
  question,
  earlierQuestions,
}: Pick<ReadPrompt, 'question' | 'earlierQuestions'>): string {
  const before = earlierQuestions[0];
  if (!before) return question;
  // What is asked now stands first: its form decides the class of the whole.
  return pointsBack(question) ? `${question}\n${before}` : question;
}
