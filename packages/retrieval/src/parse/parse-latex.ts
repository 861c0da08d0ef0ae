import { cleanText } from './clean-text.js';
import { decodeText } from './decode-text.js';
import { DocumentBuilder } from './document-builder.js';
import { latexPlain } from './latex-plain.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';

const LEVELS: Record<string, number> = {
  part: 1,
  chapter: 1,
  section: 2,
  subsection: 3,
  subsubsection: 4,
  paragraph: 5,
  frametitle: 3,
};
const CODE = new Set(['verbatim', 'lstlisting', 'minted', 'Verbatim', 'alltt']);
const MATH = new Set([
  'equation',
  'align',
  'gather',
  'multline',
  'eqnarray',
  'displaymath',
  'math',
  'alignat',
  'flalign',
]);
const LISTS = new Set(['itemize', 'enumerate', 'description', 'compactitem', 'compactenum']);
const TABLES = new Set(['tabular', 'tabularx', 'longtable', 'array', 'tabulary']);

/** Where a block starts: a section, an environment that is read as a whole, or display mathematics. */
const BLOCK =
  /\\(part|chapter|(?:sub){0,2}section|paragraph|frametitle)\*?(?:\[[^\]\n]{0,500}\])?\{|\\begin\{([A-Za-z]{1,30})(\*?)\}|\\\[|\$\$/gu;

/** LaTeX as headings, paragraphs, lists, tables and code. Mathematics stays as written. */
export function parseLatex(input: ParseInput): ParsedDocument {
  const source = withoutComments(cleanText(decodeText(input.bytes).text));
  const begin = source.indexOf('\\begin{document}');
  const end = source.lastIndexOf('\\end{document}');
  const preamble = begin < 0 ? source : source.slice(0, begin);
  const body =
    begin < 0 ? source : source.slice(begin + '\\begin{document}'.length, end > begin ? end : undefined);
  const builder = new DocumentBuilder(input.limits);
  write(body, builder);
  const author = latexPlain(argumentOf(preamble, 'author') || argumentOf(body, 'author'));
  return builder.finish({
    title:
      latexPlain(argumentOf(preamble, 'title') || argumentOf(body, 'title')) || titleFromName(input.name),
    mediaType: 'application/x-tex',
    metadata: author === '' ? {} : { author: author.slice(0, 500) },
  });
}

function write(source: string, builder: DocumentBuilder): void {
  let at = 0;
  const prose = (to: number) => {
    for (const paragraph of source.slice(at, to).split(/\n[ \t]*\n/u)) {
      const text = latexPlain(paragraph);
      if (/[\p{L}\p{N}]/u.test(text)) builder.paragraph(text);
    }
  };
  BLOCK.lastIndex = 0;
  for (let match = BLOCK.exec(source); match; match = BLOCK.exec(source)) {
    const from = match.index + match[0].length;
    const [, section, environment] = match;
    if (section !== undefined) {
      prose(match.index);
      const close = closing(source, from);
      builder.heading(LEVELS[section] ?? 2, latexPlain(source.slice(from, close)));
      at = Math.min(close + 1, source.length);
    } else if (environment !== undefined) {
      if (!isWhole(environment)) continue;
      prose(match.index);
      const tail = `\\end{${environment}${match[3] ?? ''}}`;
      const close = endOf(source, from, environment, tail);
      writeEnvironment(environment, source.slice(from, close), builder);
      at = Math.min(close + tail.length, source.length);
    } else {
      prose(match.index);
      const tail = match[0] === '$$' ? '$$' : '\\]';
      const found = source.indexOf(tail, from);
      const close = found < 0 ? source.length : found;
      builder.paragraph(`$$${source.slice(from, close).trim()}$$`);
      at = Math.min(close + tail.length, source.length);
    }
    BLOCK.lastIndex = at;
  }
  prose(source.length);
}

function isWhole(environment: string): boolean {
  return CODE.has(environment) || MATH.has(environment) || LISTS.has(environment) || TABLES.has(environment);
}

function writeEnvironment(name: string, content: string, builder: DocumentBuilder): void {
  if (CODE.has(name))
    builder.code(content.replace(/^(?:\[[^\]\n]{0,500}\])?(?:\{[^}\n]{0,100}\})?[ \t]*\n/u, ''));
  else if (MATH.has(name)) builder.paragraph(`$$${content.trim()}$$`);
  else if (LISTS.has(name)) builder.list(items(content));
  else builder.table(rowsOf(content));
}

/** Nested lists are flattened: only the words matter. */
function items(content: string): string[] {
  return content
    .split(/\\item\b/u)
    .slice(1)
    .map((item) => {
      const named = /^\s*\[([^\]\n]{0,300})\]/u.exec(item);
      const rest = latexPlain(named ? item.slice(named[0].length) : item).replaceAll(/\s+/gu, ' ');
      return named ? `- ${latexPlain(named[1] ?? '')}: ${rest}` : `- ${rest}`;
    })
    .filter((line) => line.length > 2);
}

function rowsOf(content: string): string[][] {
  return content
    .replace(/^(?:\[[^\]\n]{0,50}\])?(?:\{[^\n]{0,200}?\})?/u, '')
    .split(/\\\\|\\tabularnewline\b/u)
    .map((row) =>
      row
        .replaceAll(
          /\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot)\b|\\cline\{[^}\n]{0,20}\}/gu,
          '',
        )
        .split(/(?<!\\)&/u)
        .map((cell) => latexPlain(cell).replaceAll(/\s+/gu, ' ')),
    )
    .filter((row) => row.some((cell) => cell !== ''));
}

/** Position of the matching end, counting nested ones of the same name. */
function endOf(source: string, from: number, environment: string, tail: string): number {
  if (!LISTS.has(environment)) {
    const found = source.indexOf(tail, from);
    return found < 0 ? source.length : found;
  }
  const head = tail.replace('\\end', '\\begin');
  let depth = 1;
  let at = from;
  for (;;) {
    const close = source.indexOf(tail, at);
    if (close < 0) return source.length;
    const open = source.indexOf(head, at);
    if (open >= 0 && open < close) {
      depth += 1;
      at = open + head.length;
    } else {
      depth -= 1;
      if (depth === 0) return close;
      at = close + tail.length;
    }
  }
}

/** Position of the brace that closes the one before `from`. */
function closing(source: string, from: number): number {
  let depth = 1;
  for (let at = from; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}' && (depth -= 1) === 0) return at;
  }
  return source.length;
}

function argumentOf(source: string, command: string): string {
  const at = source.search(new RegExp(`\\\\${command}(?:\\[[^\\]\\n]{0,500}\\])?\\{`, 'u'));
  if (at < 0) return '';
  const from = source.indexOf('{', at) + 1;
  return source.slice(from, Math.min(closing(source, from), from + 2_000));
}

function withoutComments(source: string): string {
  return source.replaceAll(/(?<!\\)((?:\\\\){0,20})%[^\n]*/gu, '$1');
}
