import type { Source } from '@ibid/core';
import type { branchView } from './branch-view.js';

type Messages = Awaited<ReturnType<typeof branchView>>['messages'];

/** A conversation to keep or pass on: questions, answers with their numbers, and what the numbers stand for. */
export function exportMarkdown(options: {
  title: string;
  messages: Messages;
  sources: readonly Source[];
}): string {
  const parts = [`# ${oneLine(options.title) || 'Conversation'}`];
  const cited = new Set<number>();
  for (const message of options.messages) {
    if (message.role === 'user') {
      const files = message.files.map((file) => `*Attached: ${oneLine(file.name)}*`);
      parts.push(['## Question', ...files, message.text].join('\n\n'));
      continue;
    }
    const texts = message.view.blocks.flatMap((block) => (block.kind === 'text' ? [block] : []));
    for (const block of texts)
      for (const citation of block.citations) if (citation.itemId !== null) cited.add(citation.number);
    const note = message.status === 'complete' ? [] : [`*This answer is ${message.status}.*`];
    const answer = texts.filter((block) => !block.narration).map((block) => block.text);
    parts.push(['## Answer', ...answer, ...note].join('\n\n'));
  }
  const lines = options.sources
    .filter((source) => cited.has(source.number))
    .map(({ number, title, url }) => `- [${number}] ${oneLine(title)}${url ? ` <${encodeURI(url)}>` : ''}`);
  if (lines.length > 0) parts.push(['## Sources', lines.join('\n')].join('\n\n'));
  return `${parts.join('\n\n')}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
