import { answerBalance, answerFound, describeBalance, listCitedSources } from '@ibid/core/internal';
import type {
  AgainstRow,
  AnswerBalance,
  AnswerClaim,
  AnswerFound,
  AnswerRepair,
  Citation,
  CitedSourceRow,
  ClaimAgainst,
  Packet,
  RefusedChange,
  RepairChange,
  ShownSource,
  UserQuestion,
} from '@ibid/core/internal';
import { correctionsIn, tellCorrections, type Correction } from '@ibid/retrieval/internal';
import { MarkdownPrinter } from './markdown/markdown-printer.js';
import { oneLine, withoutControls, type Terminal } from './terminal.js';

export interface PrintedTurn {
  answer: string;
  citations: Citation[];
  /** CIT-7: the claims of the answer, with their verdicts. */
  claims: AnswerClaim[];
  /** Null until the answer is complete. */
  balance: (AnswerBalance & { isGrounded: boolean; found: AnswerFound; text: string | null }) | null;
  sources: ShownSource[];
  /** CIT-8: the answer before its repair, and the changes. */
  repair: AnswerRepair | null;
  /** CIT-9: claims with counter-evidence; null if it was not searched for. */
  against: ClaimAgainst[] | null;
  /** Corrections that were searched for instead of mistyped words. */
  corrections: Correction[];
  question: UserQuestion | null;
  reason: string;
  error: { code: string; message: string } | null;
}

const DOUBTFUL = new Set(['weak', 'unsupported', 'unknown']);

/** Prints a turn as it streams: searches on `note`, the answer on `write`. */
export async function printTurn(options: {
  packets: AsyncIterable<Packet>;
  terminal: Terminal;
  write: (text: string) => void;
  note: (text: string) => void;
  /** Whether to write the answer only when complete: text already written to a file cannot be repaired. */
  holds?: boolean;
}): Promise<PrintedTurn> {
  const { terminal, note } = options;
  const write = options.holds ? () => undefined : options.write;
  const citations = new Map<string, Citation>();
  const sources = new Map<string, ShownSource>();
  const turn: PrintedTurn = {
    answer: '',
    citations: [],
    claims: [],
    balance: null,
    sources: [],
    repair: null,
    against: null,
    corrections: [],
    question: null,
    reason: 'failed',
    error: null,
  };
  let block = '';
  let isGrounded = false;
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
        const corrections = correctionsIn(packet.figures ?? null);
        if (corrections.length > 0) {
          turn.corrections.push(...corrections);
          note(terminal.yellow(`  ${withoutControls(tellCorrections(corrections))}`));
        }
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
      case 'claims':
        isGrounded = packet.isGrounded;
        setClaims(turn, packet.claims, isGrounded);
        break;
      case 'repair': {
        const first = { text: turn.answer, citations: [...citations.values()], claims: turn.claims };
        turn.repair = {
          first,
          changes: packet.changes,
          ...(packet.refused && { refused: packet.refused }),
        };
        turn.answer = packet.text;
        citations.clear();
        for (const citation of packet.citations) citations.set(citation.citationId, citation);
        setClaims(turn, packet.claims, isGrounded);
        break;
      }
      case 'against':
        turn.against = packet.claims;
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
  if (options.holds && turn.answer !== '') options.write(`${withoutControls(turn.answer)}\n`);
  turn.citations = [...citations.values()];
  turn.sources = [...sources.values()];
  return turn;
}

function setClaims(turn: PrintedTurn, claims: AnswerClaim[], isGrounded: boolean): void {
  const balance = answerBalance(claims);
  turn.claims = claims;
  const found = answerFound(turn.answer);
  turn.balance = { ...balance, isGrounded, found, text: describeBalance(balance, { isGrounded, found }) };
}

/** Turns a marker into a link to its source if the citation packet, which precedes it, has an address. */
function withLink(
  marker: string,
  numbers: readonly number[],
  citations: ReadonlyMap<string, Citation>,
  terminal: Terminal,
): string {
  const known = [...citations.values()].findLast(
    (citation) => numbers.includes(citation.number) && citation.itemId !== null,
  );
  // CIT-2: a number without a source is shown as such.
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
 * CIT-6 and CIT-7: one line per cited source, with any fault found by the check; numbers without a source; the balance
 * of the answer; and the sentences without a citation.
 */
export function outcomeLines(
  turn: Pick<PrintedTurn, 'citations' | 'claims' | 'balance'> &
    Partial<Pick<PrintedTurn, 'repair' | 'against'>>,
  options: { terminal: Terminal; quotes?: boolean },
): string[] {
  const { terminal } = options;
  const sources = listCitedSources(turn).flatMap((row) => [
    sourceLine(row, terminal),
    ...(options.quotes ? row.quotes.map((quote) => terminal.dim(`    “${withoutControls(quote)}”`)) : []),
  ]);
  const opinions = opinionLines(turn.citations, terminal);
  const uncited = turn.claims.filter(({ verdict }) => verdict === 'uncited');
  // If nothing is cited at all, the balance is enough.
  const listed = uncited.length < turn.claims.length ? uncited : [];
  const { balance } = turn;
  const isSound = balance !== null && balance.supported === balance.claims;
  return [
    ...repairLines(turn.repair?.changes ?? [], terminal),
    ...refusedLines(turn.repair?.refused ?? [], terminal),
    ...sources,
    ...opinions,
    ...(balance?.text ? [isSound ? terminal.dim(balance.text) : terminal.yellow(balance.text)] : []),
    ...listed.map(({ text }) => terminal.yellow(`  uncited: ${oneLine(text)}`)),
    ...(turn.against ?? []).flatMap(({ claim, rows }) => [
      terminal.yellow(`against: ${oneLine(claim)}`),
      ...againstLines(rows, terminal),
    ]),
  ];
}

/** CIT-8: the changes, sentence by sentence. */
function repairLines(changes: readonly RepairChange[], terminal: Terminal): string[] {
  if (changes.length === 0) return [];
  return [
    changes.length === 1 ? 'Repaired in 1 place:' : `Repaired in ${changes.length} places:`,
    ...changes.flatMap(({ before, after, reason }) => [
      terminal.red(`  - ${oneLine(before)}`),
      ...(after === null ? [] : [terminal.green(`  + ${oneLine(after)}`)]),
      ...(reason === null ? [] : [terminal.dim(`    ${oneLine(reason)}`)]),
    ]),
  ];
}

/** CIT-8: what the model proposed and the check refused. */
function refusedLines(refused: readonly RefusedChange[], terminal: Terminal): string[] {
  if (refused.length === 0) return [];
  return [
    refused.length === 1 ? 'Proposed, but not done:' : `Proposed, but not done, in ${refused.length} places:`,
    ...refused.flatMap(({ before, proposed, reason }) => [
      terminal.dim(`  ${proposed === null ? 'remove' : 'instead of'}: ${oneLine(before)}`),
      ...(proposed === null ? [] : [terminal.dim(`  ${oneLine(proposed)}`)]),
      terminal.dim(`    ${reason}`),
    ]),
  ];
}

/** CIT-8: a line for each citation that a language model was asked about. */
export function opinionLines(
  citations: readonly Pick<Citation, 'number' | 'secondOpinion'>[],
  terminal: Terminal,
): string[] {
  return citations.flatMap(({ number, secondOpinion }) =>
    secondOpinion
      ? terminal.dim(
          `  second opinion on [${number}], ${withoutControls(secondOpinion.modelId)}: ${secondOpinion.verdict}. ${oneLine(secondOpinion.reason)}`,
        )
      : [],
  );
}

/** CIT-9: a contradicting source, with its date, its words and what disagrees. */
export function againstLines(
  rows: readonly (Pick<AgainstRow, 'title' | 'date' | 'passage' | 'reason'> & { number: number | null })[],
  terminal: Terminal,
): string[] {
  return rows.flatMap(({ number, title, date, passage, reason }) => {
    const marker = number === null ? '' : `${terminal.cyan(`[${number}]`)} `;
    const day = date === null ? '' : `, ${date.of === 'added' ? 'added ' : ''}${date.value.slice(0, 10)}`;
    return [
      `   ${marker}${withoutControls(title)}${terminal.dim(day)}`,
      terminal.dim(`       “${oneLine(passage.text)}”`),
      terminal.dim(`       ${oneLine(reason)}`),
    ];
  });
}

function sourceLine({ number, itemId, title, url, pages, citations }: CitedSourceRow, terminal: Terminal) {
  const shown = withoutControls(title);
  const verdicts = citations.map(({ verdict }) => verdict ?? '');
  // Of several citations of it, one may hold and another not.
  const marks = [...new Set(verdicts)]
    .filter((one) => DOUBTFUL.has(one))
    .map((one) => {
      const count = verdicts.filter((other) => other === one).length;
      return count === verdicts.length ? one : `${count} of ${verdicts.length} ${one}`;
    });
  const page = pages.length === 0 ? '' : terminal.dim(`, page ${pages.join(', ')}`);
  const doubts = marks.length > 0 ? terminal.yellow(`  (${marks.join(', ')})`) : '';
  const marker = itemId === null ? terminal.yellow(`[${number}]`) : terminal.cyan(`[${number}]`);
  return `${marker} ${url === null ? shown : terminal.link(shown, url)}${page}${doubts}`;
}
