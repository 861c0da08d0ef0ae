import type { PromptResult } from './read-prompt.js';
import type { SelectedSentence } from './select-sentences.js';

export const FOOTER =
  "*Quoted by Ibid's built-in model, which finds sentences but is not a language model. Set one up under Settings, Models, or with `IBID_MODEL`.*";

/** The answer of a model that cannot write: figures as counted, sentences as quoted, each with its citation. */
export function composeAnswer(options: {
  sentences: readonly SelectedSentence[];
  results: readonly PromptResult[];
  searched: boolean;
}): string {
  const parts: string[] = [];
  const counted = options.results.map((result) => countLine(result.figures)).filter((line) => line !== null);
  parts.push(...counted);
  const failed = options.results.findLast((result) => result.isError);
  if (options.sentences.length > 0) {
    parts.push(
      options.sentences.map((sentence) => `- ${quoted(sentence.text)} [${sentence.number}]`).join('\n'),
    );
  } else if (counted.length === 0) {
    if (failed) parts.push(`The search failed: ${failed.text}`);
    else if (options.searched) parts.push('I found nothing in the documents that answers this.');
    else
      parts.push(
        'I can only quote from documents, and none are at hand here. Add some, or ask about those you have.',
      );
  }
  parts.push(FOOTER);
  return parts.join('\n\n');
}

/** `{"count": 12, "unit": "items", "documents": …}` and, for lists, the names. */
function countLine(figures: Record<string, unknown>): string | null {
  const count = figures['count'];
  if (typeof count !== 'number') return null;
  const unit = typeof figures['unit'] === 'string' ? figures['unit'] : 'items';
  const source = typeof figures['source'] === 'number' ? ` [${figures['source']}]` : '';
  const named = count === 1 ? unit.replace(/s$/u, '') : unit;
  const what =
    typeof figures['filter'] === 'string' && figures['filter'] !== '' ? ` match ${figures['filter']}` : '';
  const line = `**${count}** ${named}${what}.${source}`;
  const listed = Array.isArray(figures['items'])
    ? figures['items'].filter((entry) => typeof entry === 'string')
    : [];
  return listed.length > 0 ? `${line}\n\n${listed.map((entry) => `- ${plain(entry)}`).join('\n')}` : line;
}

/** Quotation marks that the sentence itself does not use, so that the quote can be checked word for word. */
function quoted(text: string): string {
  return `“${plain(text.replaceAll(/[“”]/gu, '"'))}”`;
}

/** Brackets that would be read as citations are escaped. */
function plain(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(/[[\]【】［］]/gu, (bracket) => `\\${bracket}`);
}
