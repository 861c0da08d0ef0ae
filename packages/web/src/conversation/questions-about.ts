import { texts } from '../texts/texts.js';

export interface SampleItem {
  title: string;
  /** The document's headings, in order. */
  headings: readonly string[];
}

const shortest = 3;
const longest = 60;

/**
 * Questions about existing documents, made only from their titles and headings: first one per document, then further
 * headings, up to the wanted number.
 */
export function questionsAbout(items: readonly SampleItem[], most: number): string[] {
  // A file's name is no title that anybody would ask about.
  const named = items.filter(({ title }) => !isFileName(title));
  const headings = (named.length > 0 ? named : items)
    .map(({ title, headings }) => ({ title: withoutReply(title), headings: headings.map(withoutReply) }))
    .map((item) => ({
      title: isFileName(item.title) ? spelledOut(item.title) : item.title,
      usable: usableHeadings(item),
    }));
  const questions: string[] = [];
  const rounds = Math.max(1, ...headings.map(({ usable }) => usable.length));
  for (let round = 0; round < rounds && questions.length < most; round += 1) {
    for (const { title, usable } of headings) {
      const heading = usable[round];
      if (heading !== undefined) questions.push(texts.start.aboutHeading(title, heading));
      else if (round === 0) questions.push(texts.start.about(title));
    }
  }
  return [...new Set(questions)].slice(0, most);
}

function usableHeadings({ title, headings }: SampleItem): string[] {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  return [...new Set(headings.map((heading) => heading.replace(/\s+/g, ' ').trim()))].filter(
    (heading) =>
      heading.length >= shortest &&
      heading.length <= longest &&
      /\p{L}{3}/u.test(heading) &&
      !same(heading, title),
  );
}

/** Words joined by hyphens or underscores, or with a file's ending. */
function isFileName(title: string): boolean {
  return !/\s/u.test(title) && /[\p{L}\p{N}][-_.][\p{L}\p{N}]/u.test(title);
}

function spelledOut(name: string): string {
  return name.replace(/\.\p{L}\w{1,4}$/u, '').replaceAll(/[-_]+/gu, ' ');
}

/** What mail programs put before the subject of an answer or a forwarded message. */
const REPLY = /^(?:(?:re|fwd?|aw|wg|antw?|tr|rv|sv|vs)(?:\[\d+\])?\s*:\s*)+(?=\S)/iu;

function withoutReply(title: string): string {
  return title.replace(REPLY, '');
}
