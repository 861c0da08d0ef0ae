import type { Citation, Packet, ShownSource, UserQuestion } from '@ibid/core';
import { MarkdownPrinter } from './markdown/markdown-printer.js';
import { withoutControls, type Terminal } from './terminal.js';

export interface PrintedTurn {
  answer: string;
  citations: Citation[];
  sources: ShownSource[];
  question: UserQuestion | null;
  reason: string;
  error: { code: string; message: string } | null;
}

const DOUBTFUL = new Set(['weak', 'unsupported', 'unknown']);

/** Shows a turn as it comes: what is being searched on `note`, the answer on `write`. */
export async function printTurn(options: {
  packets: AsyncIterable<Packet>;
  terminal: Terminal;
  write: (text: string) => void;
  note: (text: string) => void;
}): Promise<PrintedTurn> {
  const { terminal, write, note } = options;
  const citations = new Map<string, Citation>();
  const sources = new Map<string, ShownSource>();
  const turn: PrintedTurn = {
    answer: '',
    citations: [],
    sources: [],
    question: null,
    reason: 'failed',
    error: null,
  };
  let block = '';
  const markdown = terminal.showsMarkdown
    ? new MarkdownPrinter({
        terminal,
        write,
        citation: (marker, numbers) => withLink(marker, numbers, citations, terminal),
      })
    : null;

  for await (const packet of options.packets) {
    switch (packet.type) {
      case 'answer-start':
        block = '';
        break;
      case 'answer-delta': {
        block += packet.text;
        if (markdown) markdown.push(withoutControls(packet.text));
        else write(withoutControls(packet.text));
        break;
      }
      case 'answer-end':
        if (!packet.narration) turn.answer = block;
        if (markdown) markdown.end();
        else write('\n');
        break;
      case 'tool-progress':
        note(terminal.dim(`  ${withoutControls(packet.message)}`));
        break;
      case 'tool-result': {
        if (packet.question) turn.question = packet.question;
        if (packet.isError) note(terminal.yellow(`  ${withoutControls(packet.text)}`));
        break;
      }
      case 'tool-start':
        note(terminal.dim(`· ${withoutControls(packet.title ?? packet.toolName)}`));
        break;
      case 'tool-sources':
        for (const source of packet.sources) sources.set(source.sourceId, source);
        break;
      case 'citation':
        citations.set(packet.citation.citationId, packet.citation);
        break;
      case 'warning':
        note(terminal.yellow(withoutControls(packet.message)));
        break;
      case 'error':
        turn.error = { code: packet.code, message: packet.message };
        break;
      case 'turn-stop':
        turn.reason = packet.reason;
        break;
      default:
    }
  }
  turn.citations = [...citations.values()];
  turn.sources = [...sources.values()];
  return turn;
}

/** A marker becomes a link to its source where the citation packet, which came before, knows an address. */
function withLink(
  marker: string,
  numbers: readonly number[],
  citations: ReadonlyMap<string, Citation>,
  terminal: Terminal,
): string {
  const known = [...citations.values()].findLast(
    (citation) => numbers.includes(citation.number) && citation.itemId !== null,
  );
  if (!known) return marker;
  const painted = terminal.cyan(marker);
  return known.url ? terminal.link(painted, known.url) : painted;
}

/** CIT-6: one line per cited source, with what the check found where it found fault. */
export function sourceLines(citations: readonly Citation[], terminal: Terminal): string[] {
  return [...groupByNumber(citations).entries()]
    .filter(([, group]) => group.some((citation) => citation.itemId !== null))
    .toSorted(([left], [right]) => left - right)
    .map(([number, group]) => {
      const known = group.find((citation) => citation.itemId !== null) ?? group[0];
      const marks = [...new Set(group.map((citation) => citation.verdict ?? ''))]
        .filter((verdict) => DOUBTFUL.has(verdict))
        .join(', ');
      const page = group.find((citation) => citation.passage?.page)?.passage?.page;
      const title = withoutControls(known?.title ?? known?.itemId ?? '');
      const shown = known?.url ? terminal.link(title, known.url) : title;
      return `${terminal.cyan(`[${number}]`)} ${shown}${page ? terminal.dim(`, page ${page}`) : ''}${
        marks ? terminal.yellow(`  (${marks})`) : ''
      }`;
    });
}

function groupByNumber(citations: readonly Citation[]): Map<number, Citation[]> {
  const groups = new Map<number, Citation[]>();
  for (const citation of citations)
    groups.set(citation.number, [...(groups.get(citation.number) ?? []), citation]);
  return groups;
}
