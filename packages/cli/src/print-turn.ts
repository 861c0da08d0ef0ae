import { answerBalance, describeBalance, listCitedSources } from '@ibid/core';
import type {
  AnswerBalance,
  AnswerClaim,
  Citation,
  CitedSourceRow,
  Packet,
  ShownSource,
  UserQuestion,
} from '@ibid/core';
import { MarkdownPrinter } from './markdown/markdown-printer.js';
import { withoutControls, type Terminal } from './terminal.js';

export interface PrintedTurn {
  answer: string;
  citations: Citation[];
  /** CIT-7: what the answer claims, and what became of each claim. */
  claims: AnswerClaim[];
  /** Null until the answer is complete. */
  balance: (AnswerBalance & { isGrounded: boolean; text: string | null }) | null;
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
    claims: [],
    balance: null,
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
      case 'claims': {
        const { claims, isGrounded } = packet;
        const balance = answerBalance(claims);
        turn.claims = claims;
        turn.balance = { ...balance, isGrounded, text: describeBalance(balance, { isGrounded }) };
        break;
      }
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
  // CIT-2: a number that no source has is shown as such.
  if (!known)
    return numbers.length > 0 && isUnknown(numbers, citations) ? terminal.yellow(`${marker}?`) : marker;
  const painted = terminal.cyan(marker);
  return known.url ? terminal.link(painted, known.url) : painted;
}

function isUnknown(numbers: readonly number[], citations: ReadonlyMap<string, Citation>): boolean {
  return [...citations.values()].some(
    ({ number, verdict }) => verdict === 'unknown' && numbers.includes(number),
  );
}

/**
 * CIT-6 and CIT-7: one line per cited source, with what the check found where it found fault; numbers that no source
 * has; the balance of the answer, and the sentences that name no source.
 */
export function outcomeLines(
  turn: Pick<PrintedTurn, 'citations' | 'claims' | 'balance'>,
  options: { terminal: Terminal; quotes?: boolean },
): string[] {
  const { terminal } = options;
  const sources = listCitedSources(turn).flatMap((row) => [
    sourceLine(row, terminal),
    ...(options.quotes ? row.quotes.map((quote) => terminal.dim(`    “${withoutControls(quote)}”`)) : []),
  ]);
  const opinions = turn.citations.flatMap(({ number, secondOpinion }) =>
    secondOpinion
      ? [
          terminal.dim(
            `  second opinion on [${number}], ${withoutControls(secondOpinion.modelId)}: ${secondOpinion.verdict}. ${oneLine(secondOpinion.reason)}`,
          ),
        ]
      : [],
  );
  const uncited = turn.claims.filter(({ verdict }) => verdict === 'uncited');
  // Where nothing is cited at all, the balance says enough.
  const listed = uncited.length < turn.claims.length ? uncited : [];
  const { balance } = turn;
  const isSound = balance !== null && balance.supported === balance.claims;
  return [
    ...sources,
    ...opinions,
    ...(balance?.text ? [isSound ? terminal.dim(balance.text) : terminal.yellow(balance.text)] : []),
    ...listed.map(({ text }) => terminal.yellow(`  uncited: ${oneLine(text)}`)),
  ];
}

function sourceLine({ number, itemId, title, url, pages, citations }: CitedSourceRow, terminal: Terminal) {
  const shown = withoutControls(title);
  const marks = [...new Set(citations.map(({ verdict }) => verdict ?? ''))].filter((one) =>
    DOUBTFUL.has(one),
  );
  const page = pages.length === 0 ? '' : terminal.dim(`, page ${pages.join(', ')}`);
  const doubts = marks.length > 0 ? terminal.yellow(`  (${marks.join(', ')})`) : '';
  const marker = itemId === null ? terminal.yellow(`[${number}]`) : terminal.cyan(`[${number}]`);
  return `${marker} ${url === null ? shown : terminal.link(shown, url)}${page}${doubts}`;
}

function oneLine(text: string): string {
  return withoutControls(text.replaceAll(/\s+/gu, ' ')).trim();
}
