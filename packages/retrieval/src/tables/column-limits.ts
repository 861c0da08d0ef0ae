import type { DocumentTable } from './document-table.js';
import { mark, questionWords, type QuestionWord } from './question-words.js';
import type { TableCondition } from './table-query.js';

const BELOW =
  /\b(?:below|under|less than|fewer than|lower than|short of|beneath|unter|unterhalb|weniger als|unterschreite[nt]?)\b/iu;
const ABOVE =
  /\b(?:above|over|more than|higher than|exceed(?:s|ed|ing)?|beyond|über|oberhalb|mehr als|überschreite[nt]?)\b/iu;
/** A column that limits another one. */
const LIMIT =
  /^(?<kind>min(?:imum|imal|dest)?|max(?:imum|imal)?|höchst|soll|limit|target|threshold|reorder|grenz|richt)/iu;
const LIMIT_WORD =
  /^(?:min(?:imum|imal|dest\p{L}*)?|max(?:imum|imal)?|höchst\p{L}*|soll\p{L}*|limits?|targets?|thresholds?|reorder|level|grenzwerte?n?|richtwerte?n?)$/iu;
const NO_AMOUNT =
  /\b(?:id|no|nr|code|number|nummer|year|jahr|price|preis|eur|gbp|usd|chf|cost|kosten)\b|[£$€]/iu;

/**
 * Rows in which one column is below or above another: "Which items are below their minimum?" for a table with `In
 * stock` and `Minimum stock`. Null if the question does not ask this, or if the two columns are not clear.
 */
export function columnLimits(
  question: string,
  table: DocumentTable,
  words: readonly QuestionWord[],
): TableCondition[] | null {
  const below = BELOW.exec(question);
  const found = below ?? ABOVE.exec(question);
  if (!found) return null;
  const numbers = table.columns.flatMap(({ kind, name }, index) =>
    kind === 'number' ? [{ name, index }] : [],
  );
  const asked = words.filter(({ word, start }) => start >= found.index && LIMIT_WORD.test(word));
  const limits = numbers.filter(
    ({ name }) => LIMIT.test(name) || /\b(?:limit|level|target|threshold)\b/iu.test(name),
  );
  const [limit, ...others] = limits;
  if (asked.length === 0 || !limit || others.length > 0) return null;
  const amounts = numbers.filter(({ index, name }) => index !== limit.index && !NO_AMOUNT.test(name));
  const shared = amounts.filter(({ name }) => sharesWord(name, limit.name));
  const [amount, ...more] = shared.length > 0 ? shared : amounts;
  if (!amount || more.length > 0) return null;
  mark(words, found.index, found[0].length, 'operation');
  for (const word of words) {
    const isOfColumn = [limit.name, amount.name].some((name) =>
      questionWords(name).some(({ stem }) => stem === word.stem),
    );
    if (isOfColumn || asked.includes(word) || EMPTY.test(word.word)) word.taken ??= 'column';
  }
  return [{ column: amount.name, is: below ? '<' : '>', other_column: limit.name }];
}

const EMPTY =
  /^(?:their|its|ihre[mnr]?|seine[mnr]?|items?|things?|articles?|goods|products?|artikel|waren|sachen|dinge|liegen|liegt|lie|fallen|fall|falls|lies|currently|now|stock|lager|quantity|menge)$/iu;

/** `In stock` and `Minimum stock`, `Bestand` and `Mindestbestand`. */
function sharesWord(one: string, other: string): boolean {
  const small = other.toLowerCase();
  return (one.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => small.includes(word));
}
