import type { JsonValue } from '@ibid/core';
import type { TrajectoryCall, TrajectoryStep } from '@ibid/retrieval/internal';
import { texts } from '../texts/texts.js';

/** What a call of the search agent did, in words (WEB-4), with the names of knowledge bases. */
export function retrievalCallWords(
  { tool, input }: Pick<TrajectoryCall, 'tool' | 'input'>,
  nameOfBase: (idOrName: string) => string,
): string {
  const words = texts.retrieval.calls;
  const value = (name: string) => {
    const found = fieldsOf(input)[name];
    return typeof found === 'string' ? found : '';
  };
  if (/^read_(?:more|page)(?:_|$)/.test(tool)) return words.readOn;
  switch (tool) {
    case 'search_content':
      return words.search(value('query'), nameOfBase(value('knowledge_base')));
    case 'search_items_by_name':
      return words.byName(value('name'));
    case 'count_items_or_chunks':
      return words.count(
        value('unit') === 'chunks' ? 'chunks' : 'items',
        value('content_contains') || value('name_contains'),
      );
    case 'save_search_results':
      return words.saved(value('query'));
    case 'search_shell':
      return words.shell(value('command'));
    case 'finish_retrieval':
      return words.finish;
    default:
      return words.other(tool);
  }
}

/** A whole step on one line, while it is current. */
export function retrievalStepWords(step: TrajectoryStep, nameOfBase: (idOrName: string) => string): string {
  const calls = step.calls.map((call) => retrievalCallWords(call, nameOfBase));
  const hops = step.hops.slice(0, 3).map(({ title }) => title);
  return [...calls, ...(hops.length === 0 ? [] : [`${texts.retrieval.hops} ${hops.join(', ')}`])].join('; ');
}

export interface ShownHit {
  title: string;
  /** Page and headings. */
  place: string;
  text: string;
}

/** Ids are for the model; users know a document by its title. */
const head = /^(?:- )?(.+) \(item [^\s,)]+(?:, chunk \d+)?(?:, (.+))?\)$/;

/** What the search agent saw, for people: title, place and text of each hit; or the text unchanged. */
export function hitsIn(result: string): ShownHit[] {
  const hits: ShownHit[] = [];
  for (const line of result.split('\n')) {
    const [, title, place = ''] = head.exec(line) ?? [];
    const last = hits.at(-1);
    if (title !== undefined) hits.push({ title, place: place.replaceAll(' > ', ' › '), text: '' });
    else if (last === undefined) hits.push({ title: '', place: '', text: line });
    else last.text += `${last.text === '' ? '' : '\n'}${line}`;
  }
  return hits.map((hit) => ({ ...hit, text: hit.text.trim() }));
}

function fieldsOf(input: JsonValue): { [name: string]: JsonValue } {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
}
