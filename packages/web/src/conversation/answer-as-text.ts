import {
  answerBalance,
  answerFound,
  describeBalance,
  formatSourceList,
  renderCitations,
} from '@ibid/core/citations';
import type { Source } from '@ibid/core';
import type { TextBlock } from '@ibid/core/turn-view';
import { texts } from '../texts/texts.js';

/** The answer as Markdown for the clipboard, with its balance and the list of the sources it cites (CIT-6, CIT-7). */
export function answerAsText(answers: readonly TextBlock[], heading: string): string {
  const citations = answers.flatMap((block) => block.citations);
  const sourceByNumber = (number: number): Source | undefined => {
    const known = citations.find((one) => one.number === number && one.itemId !== null);
    if (!known) return undefined;
    const itemId = known.itemId ?? '';
    return {
      number,
      itemId,
      title: known.title ?? itemId,
      origin: 'tool',
      ...(known.url ? { url: known.url } : {}),
    };
  };
  const body = answers
    .map((block) => renderCitations(block.text.trim(), { mode: 'bare', sourceByNumber }))
    .join('\n\n');
  const told = answers.findLast((block) => block.claims !== undefined);
  const balance = describeBalance(answerBalance(told?.claims ?? []), {
    isGrounded: told?.isGrounded ?? false,
    found: answerFound(told?.text ?? ''),
  });
  const list = formatSourceList({ citations, format: 'markdown' });
  const parts = [body, ...(balance === null ? [] : [`*${texts.engine(balance)}.*`])];
  if (list !== '') parts.push(`${heading}:`, list);
  return parts.length === 1 ? body : `${parts.join('\n\n')}\n`;
}
