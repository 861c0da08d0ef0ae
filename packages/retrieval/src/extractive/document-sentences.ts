import { splitSentences } from '@ibid/core/internal';

const CLOSING =
  /^(?:best wishes|(?:kind|best|warm|with kind) regards|regards|(?:yours )?(?:sincerely|faithfully|truly)|many thanks|cheers|mit freundlichen grüßen|(?:viele|beste|liebe) grüße|dear \p{Lu}?[\p{L} ]+,?$)/iu;
const LONGEST_CLOSING = 60;

export interface Sentence {
  text: string;
  /** The heading above it, if any; for a table row also its column names. */
  heading: string;
  /** For a table row: its column names as written in the header. */
  columns?: string;
  /** A table row, a record, or an item such as `Name: value`, which means nothing without its context. */
  isFragment: boolean;
  /** It is a list item. */
  isPoint?: true;
  /** A header line of a letter: sender, recipient or date. */
  isHeader: boolean;
  /** Index of its paragraph, list item or row in the document. */
  block: number;
  /** Position in its document. */
  index: number;
}

/** `**Prices.** They rise in April`: a heading at the start of its paragraph. */
const RUN_IN = /^\*\*([^*]{1,60}?)(?:[.:]\*\*|\*\*[.:])\s+(?=\S)/u;
const LONGEST = 600;
const LONGEST_NAMED_VALUE = 120;
const HEADER = /^(?:From|To|Cc|Bcc|Date|Sent|Subject|Reply-To|Von|An|Datum|Gesendet|Betreff): \S/u;
/** Longer headers would outgrow what they explain. */
const LONGEST_COLUMNS = 200;

/**
 * Splits Markdown-like text into sentences. Headings become context, table rows and list items are separate sentences,
 * and wrapped lines of a paragraph are joined. Fenced code is not treated as sentences.
 */
export function documentSentences(text: string): Sentence[] {
  const records = jsonRecords(text);
  if (records.length > 0)
    return records.map((record, index) => ({
      text: record,
      heading: '',
      isFragment: true,
      isHeader: false,
      block: index,
      index,
    }));
  const sentences: Sentence[] = [];
  let heading = '';
  let columns = '';
  let header = '';
  const all = [...blocks(text)];
  for (const [place, block] of all.entries()) {
    const headingMatch = /^#{1,6}\s+(.*)$/u.exec(block);
    if (headingMatch) {
      heading = headingMatch[1] ?? '';
      columns = '';
      continue;
    }
    // The header of a table names columns and states nothing.
    if (isRule(block)) continue;
    const isRow = block.startsWith('|');
    if (isRow && isRule(all[place + 1] ?? '')) {
      columns = block.replaceAll(/[\s|]+/gu, ' ').trim();
      header = block.replaceAll(/^\|\s*|\s*\|$/gu, '');
      continue;
    }
    if (!isRow) columns = '';
    const plain = isRow
      ? block.replaceAll(/^\|\s*|\s*\|$/gu, '')
      : block.replace(/^\s*(?:[-*+•◦▪‣]|\d+[.)])\s+/u, '');
    const runIn = isRow ? null : RUN_IN.exec(plain);
    const body = runIn ? plain.slice(runIn[0].length) : plain;
    const above = runIn ? `${heading} ${runIn[1]}`.trim() : heading;
    for (const trimmed of isRow ? [plain.trim()] : sentencesOf(body)) {
      if (/\p{L}|\p{N}/u.test(trimmed))
        sentences.push({
          text: trimmed.slice(0, LONGEST),
          heading: columns === '' ? above : `${heading} ${columns}`,
          ...(isRow && columns !== '' && header.length <= LONGEST_COLUMNS && { columns: header }),
          isFragment: isRow || isNamedValue(trimmed),
          ...(!isRow && plain !== block && { isPoint: true as const }),
          isHeader: HEADER.test(trimmed),
          block: place,
          index: sentences.length,
        });
    }
  }
  return sentences.filter((sentence) => !isFiller(sentence, sentences));
}

const HAS_VERB =
  /\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|may|must|shall|should|will|would|needs?|ist|sind|war|hat|wird|kann|darf|muss|\p{L}{3,}(?:ed|t|s))\b/u;
const FEWEST_BELOW = 3;

/** A title written as a paragraph at the top of a plain text. It names the document and states nothing. */
function isTitleLine(
  { text, block, isFragment, isPoint, heading }: Sentence,
  all: readonly Sentence[],
): boolean {
  const [first] = all;
  if (isFragment || isPoint || heading !== '' || block !== first?.block || all.length <= FEWEST_BELOW)
    return false;
  const isAlone = all.filter((one) => one.block === block).length === 1;
  return (
    isAlone &&
    text.length <= LONGEST_NAMED_VALUE &&
    !/[.!?:;,\p{N}]/u.test(text) &&
    !HAS_VERB.test(text.replaceAll(/\p{Lu}\p{L}*/gu, ' '))
  );
}

/** Opening, closing and signature of a letter, and the title of a plain text. */
function isFiller(sentence: Sentence, all: readonly Sentence[]): boolean {
  if (isTitleLine(sentence, all)) return true;
  const { text, isFragment, block, index } = sentence;
  if (isFragment || text.length > LONGEST_CLOSING) return false;
  if (CLOSING.test(text)) return true;
  if (!all[0]?.isHeader || index === 0 || /[.!?:,;]|\p{N}/u.test(text)) return false;
  const isLast = all.at(-1)?.block === block && all.every((one) => one.block !== block || one.index >= index);
  return isLast && (text.match(/\p{L}{4,}/gu) ?? []).every((word) => /^\p{Lu}/u.test(word));
}

function isNamedValue(text: string): boolean {
  return text.length <= LONGEST_NAMED_VALUE && /^[^.!?:]{1,30}: .*[^.!?]$/u.test(text);
}

function isRule(block: string): boolean {
  return /^\|?[\s:|-]+\|?$/u.test(block) && block.includes('-');
}

function* blocks(text: string): Generator<string> {
  let paragraph: string[] = [];
  const lines = withoutFences(text.split(/\r?\n/u));
  for (const [place, line] of lines.entries()) {
    // Consecutive lines such as `Name: value` form a list without bullets.
    const isListed =
      isNamedValue(line.trim()) &&
      [place - 1, place + 1].some((at) => isNamedValue((lines[at] ?? '').trim()));
    const starts = isListed || HEADER.test(line) || /^\s*(?:#{1,6}\s|[-*+•◦▪‣]\s|\d+[.)]\s|\|)/u.test(line);
    if ((starts || line.trim() === '') && paragraph.length > 0) {
      yield paragraph.join(' ');
      paragraph = [];
    }
    if (/^\s*(?:#{1,6}\s|\|)/u.test(line)) yield line.trim();
    else if (line.trim() !== '') paragraph.push(line.trim());
  }
  if (paragraph.length > 0) yield paragraph.join(' ');
}

/**
 * From fenced code, only a single line is kept, because it is usually a command. A chunk may be cut inside a block:
 * then a bare fence without a partner ends the code above it.
 */
function withoutFences(lines: readonly string[]): string[] {
  const fences = lines.flatMap((line, place) => (/^\s*(?:```|~~~)/u.test(line) ? [place] : []));
  const isCut = fences.length % 2 === 1 && /^\s*(?:`+|~+)\s*$/u.test(lines[fences[0]!] ?? '');
  const starts = isCut ? [-1, ...fences] : fences;
  const kept = [...lines];
  for (let pair = 0; pair < starts.length; pair += 2) {
    const start = starts[pair]!;
    const end = starts[pair + 1] ?? lines.length;
    const code = lines.slice(start + 1, end).filter((line) => line.trim() !== '');
    kept.fill('', Math.max(0, start), end + 1);
    if (code.length === 1 && start >= 0) kept[start + 1] = code[0]!;
  }
  return kept;
}

/** Who has to do something, and by when. It means nothing without the task. */
const TASK_PART =
  /^\s*(?:due(?: date)?|deadline|owner|responsible|assigned to|action(?: by)?|status|by when|frist|fällig|termin|verantwortlich|zuständig)\s*:/iu;

/** Quotes a question in a document with its answer, and a task with its owner and date. */
function sentencesOf(text: string): string[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of splitSentences(text)) {
    const last = joined.at(-1);
    const goesOn =
      last &&
      (text.slice(last.start, last.end).trimEnd().endsWith('?') || TASK_PART.test(text.slice(start, end)));
    if (goesOn) last.end = end;
    else joined.push({ start, end });
  }
  return joined.map(({ start, end }) => text.slice(start, end));
}

const JSON_STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const JSON_RECORD = new RegExp(String.raw`\{(?:[^{}"]|${JSON_STRING})*\}`, 'gu');
const JSON_FIELD = new RegExp(String.raw`${JSON_STRING}\s*:\s*(?:${JSON_STRING}|[^\s,{}[\]"]+)`, 'gu');

/** For part of a JSON file: its innermost objects, and the fields outside them. Empty if it is not JSON. */
function jsonRecords(text: string): string[] {
  if (!/^\s*(?:[{[]|"(?:[^"\\]|\\.)*"\s*:)/u.test(text)) return [];
  const records = (text.match(JSON_RECORD) ?? []).filter((record) => jsonFields(record).length > 0);
  const rest = text.replaceAll(JSON_RECORD, ' ');
  const fields = [...rest.matchAll(JSON_FIELD)].map(([field]) => field);
  return [...records, ...fields].map((record) => record.slice(0, LONGEST));
}

/** The fields of a JSON record, with their positions. */
export function jsonFields(record: string): { text: string; start: number; end: number }[] {
  return [...record.matchAll(JSON_FIELD)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}
