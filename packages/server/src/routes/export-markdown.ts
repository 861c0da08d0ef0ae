import { type Citation, formatSourceList, renderCitations, type Source } from '@ibid/core';
import type { branchView } from './branch-view.js';

type Messages = Awaited<ReturnType<typeof branchView>>['messages'];

/**
 * A conversation for export: questions, answers with their numbers and balance (CIT-7), and the sources, with the cited
 * passages if requested (CIT-6).
 */
export function exportMarkdown(options: {
  title: string;
  messages: Messages;
  sources: readonly Source[];
  quotes?: boolean;
}): string {
  const parts = [`# ${oneLine(options.title) || 'Conversation'}`];
  const sourceByNumber = (number: number) => options.sources.find((source) => source.number === number);
  const citations: Citation[] = [];
  for (const message of options.messages) {
    if (message.role === 'user') {
      const files = message.files.map((file) => `*Attached: ${oneLine(file.name)}*`);
      parts.push(['## Question', ...files, message.text].join('\n\n'));
      continue;
    }
    const texts = message.view.blocks.flatMap((block) => (block.kind === 'text' ? [block] : []));
    for (const block of texts) citations.push(...block.citations);
    const answers = texts.filter((block) => !block.narration);
    const uncited = answers
      .flatMap((block) => block.claims ?? [])
      .flatMap(({ verdict, text }) => (verdict === 'uncited' ? [`- ${oneLine(text)}`] : []));
    parts.push(
      [
        '## Answer',
        ...answers.map(({ text }) => renderCitations(text, { mode: 'bare', sourceByNumber })),
        ...(message.balance?.text ? [`*${message.balance.text}.*`] : []),
        ...(uncited.length > 0 ? [`Without a source:\n\n${uncited.join('\n')}`] : []),
        ...(message.status === 'complete' ? [] : [`*This answer is ${message.status}.*`]),
      ].join('\n\n'),
    );
  }
  const list = formatSourceList({
    citations,
    sourceByNumber,
    format: 'markdown',
    quotes: options.quotes ?? false,
  });
  if (list !== '') parts.push(`## Sources\n\n${list}`);
  return `${parts.join('\n\n')}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
