import type { TextBlock } from '@ibid/core/turn-view';
import { citedSources } from './cited-sources.js';

/** The answer as Markdown for the clipboard, with the list of the sources it cites (CIT-6). */
export function answerAsText(answers: readonly TextBlock[], heading: string): string {
  const body = answers.map((block) => block.text.trim()).join('\n\n');
  const sources = citedSources(answers);
  if (sources.length === 0) return body;
  const lines = sources.map(({ number, title, url, citations }) => {
    const pages = [...new Set(citations.flatMap(({ passage }) => passage?.page ?? []))].toSorted(
      (a, b) => a - b,
    );
    const place = pages.length === 0 ? '' : `, p. ${pages.join(', ')}`;
    return `[${number}] ${escaped(title)}${place}${url === null ? '' : ` <${url}>`}`;
  });
  return `${body}\n\n${heading}:\n\n${lines.join('\n')}\n`;
}

/** A title is data: what it contains must not become Markdown, and it stays on its line. */
function escaped(title: string): string {
  return title.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}
