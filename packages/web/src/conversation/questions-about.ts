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
  const headings = items.map((item) => ({ title: item.title, usable: usableHeadings(item) }));
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
