import { splitSentences } from '@ibid/core/internal';

export interface Sentence {
  text: string;
  /** The heading it stands under, if the text shows one; of a table row the names of its columns too. */
  heading: string;
  /** A table row, or a point such as `Name: value`: it says nothing without where it stands. */
  isFragment: boolean;
  /** A line above a letter that says who sent it to whom, and when. */
  isHeader: boolean;
  /** Position in its document. */
  index: number;
}

const LONGEST = 600;
const LONGEST_NAMED_VALUE = 120;
const HEADER = /^(?:From|To|Cc|Bcc|Date|Sent|Subject|Reply-To|Von|An|Datum|Gesendet|Betreff): \S/u;

/**
 * Sentences of a Markdown-like text: headings are kept aside as context, table rows and list points are sentences of
 * their own, and lines that one paragraph was wrapped into are joined again. Fenced code says nothing as a sentence.
 */
export function documentSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let heading = '';
  let columns = '';
  const all = [...blocks(text)];
  for (const [place, block] of all.entries()) {
    const headingMatch = /^#{1,6}\s+(.*)$/u.exec(block);
    if (headingMatch) {
      heading = headingMatch[1] ?? '';
      columns = '';
      continue;
    }
    // The header of a table says what its columns are, not what is so.
    if (isRule(block)) continue;
    const isRow = block.startsWith('|');
    if (isRow && isRule(all[place + 1] ?? '')) {
      columns = block.replaceAll(/[\s|]+/gu, ' ').trim();
      continue;
    }
    if (!isRow) columns = '';
    const plain = isRow
      ? block.replaceAll(/^\|\s*|\s*\|$/gu, '')
      : block.replace(/^\s*(?:[-*+•◦▪‣]|\d+[.)])\s+/u, '');
    for (const trimmed of isRow ? [plain.trim()] : sentencesOf(plain)) {
      if (/\p{L}|\p{N}/u.test(trimmed))
        sentences.push({
          text: trimmed.slice(0, LONGEST),
          heading: columns === '' ? heading : `${heading} ${columns}`,
          isFragment: isRow || isNamedValue(trimmed),
          isHeader: HEADER.test(trimmed),
          index: sentences.length,
        });
    }
  }
  return sentences;
}

function isNamedValue(text: string): boolean {
  return text.length <= LONGEST_NAMED_VALUE && /^[^.!?:]{1,30}: .*[^.!?]$/u.test(text);
}

function isRule(block: string): boolean {
  return /^\|?[\s:|-]+\|?$/u.test(block) && block.includes('-');
}

function* blocks(text: string): Generator<string> {
  let paragraph: string[] = [];
  for (const line of withoutFences(text.split(/\r?\n/u))) {
    const starts = /^\s*(?:#{1,6}\s|[-*+•◦▪‣]\s|\d+[.)]\s|\|)/u.test(line) || HEADER.test(line);
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
 * Of code in fences only a single line stays, which is a command more often than not. A chunk may be cut inside a
 * block: a bare fence that has no partner then ends what stands above it.
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

function sentencesOf(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}
