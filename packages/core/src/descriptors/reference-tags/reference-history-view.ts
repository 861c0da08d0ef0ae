import { countLines } from '../count-lines.js';
import { defaultDescriptorSettings } from '../descriptor-settings.js';
import { readReferences } from './read-references.js';

/**
 * What the model sees of its own past answer: the text as it wrote it, tags included, except that a reference longer
 * than the limit is replaced by its handle. The replacement has no tags; if the model repeats it, it must not become a
 * new version of the reference.
 */
export function referenceHistoryView(
  answer: string,
  options?: {
    historyReferenceCharacters?: number;
  },
): string {
  if (!answer.includes('<')) return answer;
  const limit = options?.historyReferenceCharacters ?? defaultDescriptorSettings.historyReferenceCharacters;
  let view = '';
  let last = 0;
  for (const reference of readReferences(answer).toSorted((a, b) => a.start - b.start)) {
    if (reference.start < last || reference.content.length <= limit) continue;
    const { name, content } = reference;
    view += answer.slice(last, reference.start);
    const lines = countLines(content);
    view += `[ref:${name}: ${lines} ${lines === 1 ? 'line' : 'lines'}, ${content.length} characters, kept under this handle]`;
    last = reference.end;
  }
  return view + answer.slice(last);
}
