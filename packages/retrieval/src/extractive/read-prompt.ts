import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { REPLACED_BY } from '@ibid/core/internal';
import { statedDate } from '../parse/stated-date.js';
import { statedVersion } from '../parse/stated-version.js';

/** A document as CTX-7 shows it to a model. */
export interface PromptDocument {
  number: number;
  title: string;
  /** Path of its file, if it has one. */
  path: string;
  /** The date that the document states; null if there is none. */
  date: string | null;
  /** Its statements about its version and what it replaces, as sentences. */
  version: string[];
  contents: string;
  /** Position among all documents of the current turn, from 0. Search results come best first. */
  rank: number;
}

export interface PromptResult {
  toolName: string;
  text: string;
  /** Fields of a documents result other than the documents, such as an exact count. */
  figures: Record<string, unknown>;
  isError: boolean;
}

const LONGEST_QUESTION = 800;

/** What the built-in model reads from a prompt. It gets no more than any other model. */
export interface ReadPrompt {
  question: string;
  /** Earlier user messages, newest first. */
  earlierQuestions: string[];
  documents: PromptDocument[];
  /** Results of the current turn, in order. */
  results: PromptResult[];
  /** Earlier answers, newest first. */
  earlierAnswers: string[];
}

/** Reads question, evidence and tool results from a prompt laid out by the rules of CTX-1. */
export function readPrompt(prompt: LanguageModelV4Prompt): ReadPrompt {
  const start = turnStart(prompt);
  const documents: PromptDocument[] = [];
  const results: PromptResult[] = [];
  const earlierQuestions: string[] = [];

  for (const message of prompt.slice(start + 1)) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type !== 'tool-result') continue;
      const text = outputText(part.output);
      const parsed = parseDocuments(text);
      for (const document of parsed?.documents ?? []) documents.push({ ...document, rank: documents.length });
      results.push({
        toolName: part.toolName,
        text,
        figures: parsed?.figures ?? {},
        isError: part.output.type.startsWith('error'),
      });
    }
  }
  const earlierAnswers: string[] = [];
  for (const message of prompt.slice(0, start).toReversed()) {
    if (message.role === 'assistant') earlierAnswers.push(messageText(message));
    if (message.role !== 'user') continue;
    const text = messageText(message);
    const parsed = parseDocuments(text);
    if (parsed) {
      for (const document of parsed.documents) documents.push({ ...document, rank: documents.length });
    } else earlierQuestions.push(text);
  }
  const question = prompt[start];
  return {
    question: question ? shortened(messageText(question)) : '',
    earlierQuestions: earlierQuestions.map(shortened),
    documents,
    results,
    earlierAnswers,
  };
}

/**
 * A long message asks at its beginning or its end, and all of it would be too much to search for. Of one that was paged
 * out of the context (FD-1), the end is shown.
 */
function shortened(text: string): string {
  const paged = /^<fd_result[\s\S]*\nThe message ends with:\n([\s\S]*)$/u.exec(text)?.[1];
  const own = (paged ?? text).trim();
  if (own.length <= LONGEST_QUESTION) return own;
  const half = LONGEST_QUESTION / 2;
  const end = own.slice(-half).replace(/^\S*\s/u, '');
  return paged === undefined ? `${own.slice(0, half).replace(/\s\S*$/u, '')}\n${end}` : end;
}

/** Index of the user message that asks: the one above this turn's calls, or the last that is not a reminder. */
function turnStart(prompt: LanguageModelV4Prompt): number {
  let index = prompt.length - 1;
  while (index > 0 && prompt[index]?.role === 'user' && isReminder(prompt[index])) index -= 1;
  if (prompt[index]?.role === 'user' && prompt[index - 1]?.role === 'tool') index -= 1;
  while (index > 0 && isCallOrResult(prompt[index])) index -= 1;
  return index;
}

function isReminder(message: LanguageModelV4Message | undefined): boolean {
  return message?.role === 'user' && /^\s*<(system-)?reminder\b/i.test(messageText(message));
}

function isCallOrResult(message: LanguageModelV4Message | undefined): boolean {
  if (message?.role === 'tool') return true;
  return message?.role === 'assistant' && message.content.some((part) => part.type === 'tool-call');
}

export function messageText(message: LanguageModelV4Message): string {
  if (typeof message.content === 'string') return message.content;
  return message.content
    .map((part) => (part.type === 'text' ? part.text : ''))
    .filter(Boolean)
    .join('\n');
}

function outputText(output: { type: string; value?: unknown }): string {
  if (typeof output.value === 'string') return output.value;
  if (output.type === 'content' && Array.isArray(output.value)) {
    return output.value.map((part: { text?: string }) => part.text ?? '').join('');
  }
  return JSON.stringify(output.value ?? '');
}

/** Parses the documents JSON of CTX-7, alone or after its introductory line; null for any other text. */
function parseDocuments(
  text: string,
): { documents: Omit<PromptDocument, 'rank'>[]; figures: Record<string, unknown> } | null {
  const open = text.indexOf('{');
  if (open < 0) return null;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(open));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { documents, ...figures } = value as Record<string, unknown>;
  if (!Array.isArray(documents)) return null;
  const read = documents.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { document, title, metadata, contents } = entry as Record<string, unknown>;
    if (typeof document !== 'number' || typeof contents !== 'string') return [];
    return [{ number: document, title: textOf(title), ...factsOf(textOf(metadata), contents), contents }];
  });
  return { documents: read, figures };
}

/** Parses the line that the engine makes from a passage's metadata. */
function factsOf(line: string, contents: string): Pick<PromptDocument, 'path' | 'date' | 'version'> {
  const path = fieldOf(line, 'path') ?? '';
  const version = fieldOf(line, 'version');
  const replacedBy = fieldOf(line, REPLACED_BY);
  // The date a document states takes precedence over the one that a program stamped into the file (KB-11).
  const own =
    fieldOf(line, 'date|published') ??
    statedDate(contents) ??
    (version === undefined ? null : statedDate(version));
  const named = own ?? fieldOf(line, 'created|modified') ?? '';
  // Documents write 2024-03-04, letters Mon, 4 Mar 2024 10:00:00 +0100.
  const written = /\b(?<day>\d{1,2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4})\b/u.exec(named)?.groups;
  const time = written ? Date.parse(`${written['day']} ${written['month']} ${written['year']} UTC`) : NaN;
  const iso = /^\d{4}(?:-\d\d){0,2}/u.exec(named)?.[0] ?? null;
  return {
    path,
    date: Number.isNaN(time) ? iso : new Date(time).toISOString().slice(0, 10),
    version: [
      ...statedVersion(version ?? contents),
      ...(replacedBy === undefined ? [] : [`Replaced by ${replacedBy}.`]),
    ],
  };
}

/** Lines of several passages of one document are joined with `|`. */
function fieldOf(line: string, names: string): string | undefined {
  return new RegExp(`(?:^|; | \\| )(?:${names}): (.+?)(?=;| \\| |$)`, 'u').exec(line)?.[1];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
