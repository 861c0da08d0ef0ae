interface Column {
  name: string;
  cells: string[];
}

/** This many rows are enough to tell what a column contains. */
const LOOKED_AT = 300;
const LEAST_ROWS = 3;
const LONGEST = 40;
const NUMBER = /^[-+]?\d[\d,]*(?:\.\d+)?$/u;
const YEAR = /^(?:1[5-9]|20|21)\d\d$/u;
/** Numbers that only identify a row. */
const NAMES =
  /^(?:no\.?|nr\.?|number|id|#|code|row|key|zip|phone|page|year)$|(?:\bid|\bno\.?|\bcode|number)$/iu;
/** Tables in other languages are skipped: these questions are English. */
const NOT_ENGLISH = /[^\p{ASCII}£€¥°²³µ’–]|\b(?:und|der|die|das|von|nach|je|et|les?|des?|del|los|las)\b/iu;

/**
 * WEB-10: questions that the first table of a text answers: which row has the most, the average, and the value of one
 * row. Empty if no column identifies rows or none has amounts.
 */
export function questionsOfTable(text: string): string[] {
  const columns = columnsIn(text);
  const labels = columns.find(isLabels);
  const amounts = columns.find((column) => column !== labels && isAmounts(column));
  if (!labels || !amounts || NOT_ENGLISH.test(`${labels.name} ${amounts.name}`)) return [];
  const [label, amount] = [inSentence(labels.name), inSentence(amounts.name)];
  // From the middle: the last row may be a total, and the first is what everybody sees.
  const row = labels.cells[Math.floor(labels.cells.length / 2)];
  return [
    `Which ${label} has the highest ${amount}?`,
    `What is the average ${amount}?`,
    `What is the ${amount} of ${row}?`,
  ];
}

function columnsIn(text: string): Column[] {
  const head = /^(\|?[^\n|]+\|[^\n]*)\n\|?\s*:?-{3,}[^\n]*\n/mu.exec(text);
  if (!head) return [];
  const lines = text.slice(head.index + head[0].length).split('\n', LOOKED_AT);
  const end = lines.findIndex((line) => !line.includes('|'));
  const rows = (end === -1 ? lines : lines.slice(0, end)).map(cellsOf);
  if (rows.length < LEAST_ROWS) return [];
  return cellsOf(head[1] ?? '').map((name, index) => ({ name, cells: rows.map((row) => row[index] ?? '') }));
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/gu, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Each row has a different value. */
function isLabels({ name, cells }: Column): boolean {
  return (
    isWord(name) &&
    cells.every((cell) => /\p{L}/u.test(cell) && cell.length <= LONGEST) &&
    new Set(cells).size === cells.length
  );
}

function isAmounts({ name, cells }: Column): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return (
    isWord(name) &&
    !NAMES.test(name) &&
    filled.length >= LEAST_ROWS &&
    filled.every((cell) => NUMBER.test(cell)) &&
    !filled.every((cell) => YEAR.test(cell))
  );
}

const isWord = (name: string) => /\p{L}{2}/u.test(name) && name.length <= LONGEST;

/** "Depth in metres" is lowercased within a sentence; "CO2" and "GDP" are not. */
function inSentence(name: string): string {
  return /^\p{Lu}[\p{Lu}\d]/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}
