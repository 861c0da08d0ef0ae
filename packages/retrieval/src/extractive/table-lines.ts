import { comparesSome } from './compares-some.js';
import { otherFigures } from './other-figures.js';
import type { OwnLanguage, OwnWords } from './own-words.js';
import { plain, quotes } from './quote-text.js';
import type { PromptDocument } from './read-prompt.js';

/** The maximum number of list lines shown. */
export const LONGEST_LIST = 100;

/** The result of a calculation over a table (KB-12), citing the entry with the query and the cells. */
export function tableLines(
  figures: Record<string, unknown>,
  {
    question,
    documents,
    own,
    language,
  }: {
    question: string;
    documents: readonly PromptDocument[];
    own: OwnWords;
    language: OwnLanguage;
  },
): string[] | null {
  const { table, document, result, rows_in_all: total } = figures;
  if (typeof table !== 'string' || !isTexts(result) || result.length === 0) return null;
  const entries = documents.filter(({ title: name }) => name === table);
  // Two queries of one table have the same title.
  const entry = entries.find(({ contents }) => contents.includes(result[0] ?? '')) ?? entries[0];
  const marker = entry ? ` [${entry.number}]` : '';
  const isRows = figures['are_rows'] === true;
  // In a row, readers look for its subject; in a result, for the figure.
  const stress = isRows ? /^[^:]+(?::(?! )[^:]+)*/u : /\S*\d\S*(?: [\p{L}%$€£¥₹]\S*)?$|\S+$/u;
  const lines = result
    .slice(0, LONGEST_LIST)
    .map((line) => plain(isRows ? line : grouped(line, language)).replace(stress, '**$&**') + marker);
  const before = figures['of_replaced_version'] === true ? [own.onlyReplaced] : [];
  if (lines.length === 1)
    return [...before, `${lines[0] ?? ''}.`, ...otherwise(question, result[0] ?? '', documents, own)];
  const shown = lines.length;
  const title = plain(typeof document === 'string' ? document : table);
  const isPart = typeof total === 'number' && total > shown;
  const asksCount = isRows && typeof total === 'number' && HOW_MANY.test(question);
  return [
    ...before,
    ...(asksCount ? [own.rowsFit(total)] : []),
    lines.map((line) => `- ${line}`).join('\n'),
    ...(isPart ? [own.shownOf({ shown, of: total, title })] : []),
  ];
}

const HOW_MANY = /\b(?:how many|number of|count of|wie viele|anzahl)\b/iu;

const FEWEST_FIRST =
  /\b(?:less|fewer|least|fewest|(?:short|small|low|cheap|earli|young|light)(?:er|est)|weniger|kleiner\p{L}*|kürzer\p{L}*|billiger)\b/iu;

/** Results that a question compares, the one it asks for first. */
export function comparedResults<Result extends { figures: Record<string, unknown> }>(
  question: string,
  results: readonly Result[],
): readonly Result[] {
  const figureOf = ({ figures: { result } }: Result) =>
    isTexts(result) && result.length === 1 ? lastFigure(result[0] ?? '') : NaN;
  const found = results.filter((result) => isTexts(result.figures['result']));
  if (found.length < 2 || !comparesSome(question) || found.some((one) => Number.isNaN(figureOf(one))))
    return results;
  const sign = FEWEST_FIRST.test(question) ? 1 : -1;
  const sorted = found.toSorted((one, other) => sign * (figureOf(one) - figureOf(other)));
  return [...results.filter((result) => !found.includes(result)), ...sorted];
}

/** The figure that a result ends with, before its unit if it has one. */
const lastFigure = (line: string) => Number(/(\d[\d.]*)(?: ?[^\d\s]*)$/u.exec(line)?.[1] ?? NaN);

/** Adds thousands separators to long figures. */
function grouped(line: string, language: OwnLanguage): string {
  return line.replace(/(?<= [$€£¥₹]?)\d{5,15}(?=(?:\.\d+)?(?:%| [\p{L}$€£¥₹]\S*)?$)/u, (digits) =>
    digits.replaceAll(/\B(?=(?:\d{3})+$)/gu, language === 'de' ? '.' : ','),
  );
}

/** Texts with a different figure than the table, with citations. */
function otherwise(
  question: string,
  line: string,
  documents: readonly PromptDocument[],
  own: OwnWords,
): string[] {
  const figure = lastFigure(line);
  const others = Number.isNaN(figure) ? [] : otherFigures(question, figure, documents);
  if (others.length === 0) return [];
  const points = others.map(({ title, date, text, number }) => {
    const day = date === null || title.includes(date) ? '' : ` (${date})`;
    return `- ${plain(title)}${day}:\n  ${quotes(text, ` [${number}]`)}`;
  });
  return [own.otherFigure, points.join('\n')];
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
