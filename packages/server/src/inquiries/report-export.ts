import type { Citation } from '@ibid/core/internal';
import type { TextBlock } from '@ibid/core/turn-view';
import { onOneLine } from '../export/cited-export.js';
import type { ExportedMessage } from '../export/cited-export.js';
import { asWritten } from '../export/to-markdown.js';
import type { ReportView } from './report-view.js';

/**
 * ANS-4: a report in the form of answers, for all their export formats. Each citation becomes a note with its passage
 * and verdict.
 */
export function reportMessages(report: ReportView): ExportedMessage[] {
  // A withheld section says so in its place; left out, it would not be missed.
  const told = report.sections.flatMap(({ title, text, citations, isWithheld, error }) => {
    if (text !== '') return [headed(title, { text, citations })];
    return isWithheld ? [headed(title, { text: asWritten(error ?? ''), citations: [] })] : [];
  });
  const blocks = [...told, ...missing(report), ...contradicted(report)];
  const { text } = report.balance;
  return blocks.map((block, place) => ({
    role: 'assistant',
    status: 'complete',
    view: { blocks: [block] },
    balance: place === blocks.length - 1 && text !== '' ? { text: `In all: ${text}` } : null,
  }));
}

type Written = Pick<TextBlock, 'text' | 'citations'>;

function headed(title: string, { text, citations }: Written): TextBlock {
  const head = `## ${asWritten(onOneLine(title))}\n\n`;
  return {
    kind: 'text',
    index: 0,
    done: true,
    narration: false,
    text: head + text,
    citations: citations.map((citation) => ({
      ...citation,
      range: { start: citation.range.start + head.length, end: citation.range.end + head.length },
    })),
  };
}

function missing({ notFound }: ReportView): TextBlock[] {
  if (notFound.length === 0) return [];
  const lines = notFound.map(({ title, reason }) => `- ${asWritten(onOneLine(title))}: ${asWritten(reason)}`);
  return [headed('What could not be found', { text: lines.join('\n'), citations: [] })];
}

const BEFORE: Record<string, string | undefined> = {
  open: 'Perhaps: ',
  changed: 'Changed between versions: ',
};

/** As on the page: `- 180 days (2021) [3] against 270 days (2024) [5]`, each number with its passage. */
function contradicted({ contradictions, sources }: ReportView): TextBlock[] {
  const shown = contradictions.filter(({ standing }) => standing !== 'rejected');
  if (shown.length === 0) return [];
  let text = '';
  const citations: Citation[] = [];
  const numbers = new Map(sources.map(({ itemId, number }) => [itemId, number]));
  for (const [place, { sides, standing }] of shown.entries()) {
    text += `${place === 0 ? '' : '\n'}- ${BEFORE[standing] ?? ''}`;
    for (const [side, { itemId, title, said, date, passage }] of sides.entries()) {
      const number = numbers.get(itemId) ?? numbers.size + 1;
      numbers.set(itemId, number);
      const year = date?.of === 'document' ? ` (${date.value.slice(0, 4)})` : '';
      text += `${side === 0 ? '' : ' against '}${asWritten(onOneLine(said))}${year} `;
      const range = { start: text.length, end: text.length + `[${number}]`.length };
      text += `[${number}]`;
      const citationId = `contradiction-${place}-${side}`;
      citations.push({ citationId, number, itemId, title, range, passage, score: null, verdict: null });
    }
  }
  return [headed('Where the documents disagree', { text, citations })];
}
