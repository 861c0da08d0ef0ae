import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { classifyByRules } from '../agentic/classify/classify-by-rules.js';
import { QUESTION_PATTERNS } from '../agentic/classify/question-patterns.js';
import { namesInQuestion } from '../agentic/names-in-question.js';
import { askedNames } from './asked-names.js';
import { askedWords } from './asked-words.js';
import { countFilter, type CountFilter } from './count-filter.js';
import { countedKind } from './counted-kind.js';
import type { PlannedCall } from './plan-call.js';
import { messageText } from './read-prompt.js';

const HITS = 50;
const MOST_BASES = 8;
/** Words that do not narrow a list. */
const EMPTY =
  /^(?:all|every|each|alle|alles|toutes?|tous|todos|todas|tutti|tutte|here|hier|give|find|name|names|show|enumerate|together|our|available|liste|auf|zeig|nenn|titles?|titel)$/u;

/** Whether the prompt is for the searching agent: its tools are offered nowhere else. */
export function isRetrievalPrompt(tools: readonly LanguageModelV4FunctionTool[]): boolean {
  return tools.some((tool) => tool.name === 'finish_retrieval' || tool.name === 'count_items_or_chunks');
}

/**
 * Plays the searching agent by rules: an opening search by class, then other wordings and further reading, then the
 * end. It sees what a language model in its place would see.
 */
export function planRetrieval(
  prompt: LanguageModelV4Prompt,
  tools: readonly LanguageModelV4FunctionTool[],
): PlannedCall[] {
  const question = firstUserText(prompt);
  const bases = knowledgeBases(prompt);
  const step = prompt.filter((message) => message.role === 'assistant').length;
  const offers = (name: string) => tools.some((tool) => tool.name === name);
  const finish = (reason: string): PlannedCall[] =>
    offers('finish_retrieval') ? [{ toolName: 'finish_retrieval', input: { reason } }] : [];
  const decision = classifyByRules({ question, language: null });

  if (!offers('search_content')) {
    return [{ toolName: 'count_items_or_chunks', input: { ...itemFilter(question, prompt) } }];
  }
  if (step === 0) {
    const searches = bases.map((base) => ({
      toolName: 'search_content',
      input: { knowledge_base: base, query: question, mode: 'hybrid', top_k: HITS },
    }));
    const lists = decision?.class === 'list' && offers('count_items_or_chunks');
    const counts =
      lists && asksForItems(question, decision.language, prompt)
        ? [{ toolName: 'count_items_or_chunks', input: { ...itemFilter(question, prompt) } }]
        : [];
    return [...counts, ...searches];
  }
  if (step === 1) {
    const note = lastUserText(prompt);
    const reading = readingTool(tools, note);
    if (reading) return [{ toolName: reading.name, input: { from: 1, count: 4 } }];
    // Try other words only if the question's own found nothing: otherwise they find merely related text.
    const names = foundNothing(prompt) ? namesInQuestion(question).slice(0, 2) : [];
    if (names.length > 0) {
      return bases.flatMap((base) =>
        names.map((name) => ({
          toolName: 'search_content',
          input: { knowledge_base: base, query: name, mode: 'keyword', top_k: 5 },
        })),
      );
    }
  }
  return finish('No further search is likely to find more.');
}

/** The filter from the words, otherwise the name in the question, or the kind of document. */
function itemFilter(
  question: string,
  prompt: LanguageModelV4Prompt,
): CountFilter & { knowledge_bases?: string[] } {
  const filter = countFilter(question);
  if (Object.keys(filter).length > 0) return filter;
  const [name] = askedNames(question);
  if (name !== undefined) return { content_contains: name };
  const kind = countedKind(question);
  if (!kind) return filter;
  // A knowledge base called "Contracts" contains contracts, whatever their names.
  const holding = basesNamed(prompt, kind.inNames);
  return holding.length > 0 ? { knowledge_bases: holding } : { name_contains: kind.inNames };
}

/** "Which report replaces TR-25?": about what one document says of another, not a list of those that mention it. */
const OF_ANOTHER =
  /\b(?:which|what|welche[rs]?)\s+\p{L}+\s+(?:was |has |have |is |wurde )?(?:replace[sd]?|replacing|supersede[sd]?|amend(?:s|ed)?|correct(?:s|ed)?|follow(?:s|ed)?|succeed(?:s|ed)?|withdr[ae]w(?:s|n)?|ersetzt|ersetzte|ändert|änderte|berichtigt)\b/iu;

/** A list with a condition that no filter covers asks for facts: listing all documents would be wrong. */
function asksForItems(question: string, language: string, prompt: LanguageModelV4Prompt): boolean {
  if (OF_ANOTHER.test(question)) return false;
  if (Object.keys(countFilter(question)).length > 0) return true;
  // "List the prices of Larsen": asks for prices, not for the documents that mention Larsen.
  const plain = askedNames(question).reduce((left, name) => left.replaceAll(name, ' '), question);
  const system = prompt.find((message) => message.role === 'system');
  const held = (system ? messageText(system) : '').toLowerCase();
  const nouns = new RegExp(QUESTION_PATTERNS[language]?.itemNoun.source ?? '(?!)', 'giu');
  const rest =
    askedWords(plain)
      .replaceAll(nouns, ' ')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? [];
  return rest.every((word) => EMPTY.test(word) || held.includes(word.replace(/(?:e?s|en|n)$/u, '')));
}

function readingTool(
  tools: readonly LanguageModelV4FunctionTool[],
  note: string,
): LanguageModelV4FunctionTool | undefined {
  const title = /read only in one place: (.*?) \(item /u.exec(note)?.[1];
  return tools.find(
    (tool) => tool.name.startsWith('read_more_of') && title && tool.description?.includes(`“${title}”`),
  );
}

function firstUserText(prompt: LanguageModelV4Prompt): string {
  const message = prompt.find((entry) => entry.role === 'user');
  return message ? messageText(message) : '';
}

function lastUserText(prompt: LanguageModelV4Prompt): string {
  const message = prompt.findLast((entry) => entry.role === 'user');
  return message ? messageText(message) : '';
}

function foundNothing(prompt: LanguageModelV4Prompt): boolean {
  return prompt.every((message) => {
    if (message.role !== 'tool') return true;
    return message.content.every(
      (part) =>
        part.type !== 'tool-result' ||
        (part.output.type === 'text' && part.output.value === 'Nothing found.'),
    );
  });
}

function basesNamed(prompt: LanguageModelV4Prompt, part: string): string[] {
  const system = prompt.find((message) => message.role === 'system');
  return (system ? messageText(system) : '').split('\n').flatMap((line) => {
    const [, id, name] = /^- (\S+): ([^.]*)\..* chunks\./u.exec(line) ?? [];
    return id !== undefined && name?.toLowerCase().includes(part) ? [id] : [];
  });
}

/** The ids in the system prompt's list, with those to try first at the front. */
function knowledgeBases(prompt: LanguageModelV4Prompt): string[] {
  const system = prompt.find((message) => message.role === 'system');
  const lines = (system ? messageText(system) : '').split('\n').flatMap((line) => {
    const id = /^- (\S+): .* chunks\./u.exec(line)?.[1];
    return id ? [{ id, first: line.endsWith('Try this one first.') }] : [];
  });
  return lines
    .toSorted((left, right) => Number(right.first) - Number(left.first))
    .map((line) => line.id)
    .slice(0, MOST_BASES);
}
