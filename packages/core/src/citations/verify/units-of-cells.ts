import { isYear, termOfAmount, type Amount } from './amount.js';
import { firstTokenFrom, type ClaimToken } from './claim-token.js';
import type { TableCell, TextTable } from './find-tables.js';
import type { RecordField } from './record-fields.js';
import { tokenizeClaim } from './tokenize-claim.js';

/** How far above a table a line can name the unit of its figures. */
const ABOVE = 240;
/** `Deviation (mg)`, `Length in km`, `Duration, h`: the unit of a column, at the end of its name. */
const IN_HEADER = /(?:[([]\s*|\bin\s+|,\s*)([^()[\],]{1,24}?)\s*[)\]]?\s*$/u;
/** `Price £`, `Budget 2025 (€)`, `2025 £'000`, `Umsatz Mio. €`, `TEUR`. */
const MONEY_IN_HEADER =
  /((?:\b(?:thousands?|millions?|tsd\.?|mio\.?) )?(?:(?:\b[Tk])?[£$€¥]|\b[Tk]?(?:EUR|USD|GBP|CHF|euros?)\b)(?:\s?(?:'?000s?|thousands?|millions?|k|m|tsd|mio)(?!\w))?)/iu;
/** `all figures in £ thousand`, `(€ million)`, `£000`: given once above the table. */
const ABOVE_TABLE =
  /(?:\b(?:figures?|amounts?|values?|prices?|costs?|angaben|betrage|beträge|werte|preise)\b[^.\n]{0,20}?\bin\s+|[([]\s*(?:in\s+)?)((?:[£$€¥]|EUR|USD|GBP|CHF)\s?(?:thousands?|millions?|billions?|'?000s?|k|m|tsd\.?|mio\.?|tausend|millionen)?|(?:thousands?|millions?|tausend|millionen|tsd\.?|mio\.?) (?:of )?(?:[£$€¥]|EUR|USD|GBP|CHF|euros?|pounds|dollars))(?![\w])/iu;

/** `All weights in g`, as a separate line. */
const ALL_ABOVE = /(?:^|\n)[ \t]*\(?(?:all|alle) [\p{L} ]{2,30}? in ([^\s.,;()]{1,10})\)?[ \t]*(?:\n|$)/iu;

/** `Consumption by block (MWh)`: a caption, right above the table. */
const CAPTION = /(?:^|\n)[^\n|]{1,100}[([](?:in )?([^\s()[\]]{1,12})[)\]][.:]?\s*$/u;
/** Columns without a unit. */
const NO_UNIT = /^(?:date|no\.?|nr\.?|number|count|#|datum|anzahl)$/iu;

const YEARS = /^(?:year|jahr)$/iu;

type Measure = Pick<Amount, 'kind' | 'currency'> & { factor: number; offset: number };

/**
 * Gives the bare figures of a table's cells the unit that their header or the line above the table names: 27 below `£
 * thousand` is £27,000, and 60 below `Deviation (mg)` is not 60 g. Modifies the tokens in place.
 */
export function giveUnitsToCells(text: string, tokens: ClaimToken[], tables: readonly TextTable[]): void {
  for (const { start, rows } of tables) {
    const [header = []] = rows;
    const isHeader = header[0]?.row === 0;
    const above =
      text
        .slice(Math.max(0, start - ABOVE), start)
        .split(/\n\s*\|/)
        .at(-1) ?? '';
    const named = (ABOVE_TABLE.exec(above) ?? ALL_ABOVE.exec(above) ?? CAPTION.exec(above))?.[1];
    const ofAll = named === undefined ? null : measureOf(named);
    const measures = header.map((cell) => {
      if (!isHeader) return ofAll;
      const isBare = NO_UNIT.test(text.slice(cell.start, cell.end).trim());
      const own = ofColumn(text, cell);
      // `All figures in thousands of pounds` above `2025 (£)`.
      const isScaled = own?.factor === 1 && own.currency !== undefined && own.currency === ofAll?.currency;
      return own && !isScaled ? own : isBare ? null : ofAll;
    });
    if (measures.every((measure) => measure === null)) continue;
    for (const cells of isHeader ? rows.slice(1) : rows)
      for (const cell of cells) {
        const measure = measures[cell.column];
        const name = header[cell.column];
        const isOfYears = name !== undefined && YEARS.test(text.slice(name.start, name.end).trim());
        if (measure) giveUnit(tokens, cell, measure, isOfYears);
      }
  }
}

/** `weight_kg`, `cacheTtlSeconds`, `last_entry_minutes_before_close`: gives a field's figure the unit in its key. */
export function giveUnitsToFields(tokens: ClaimToken[], fields: readonly RecordField[]): void {
  for (const { words, value, span } of fields) {
    if (typeof value !== 'number') continue;
    // The last unit of a key is the one of its value: `fee_eur_per_day` has none.
    const word = words.includes('per') ? undefined : words.findLast((one) => UNIT_IN_KEY.test(one));
    const measure = word === undefined ? null : measureOf(word);
    const first = firstTokenFrom(tokens, span.start);
    const index = firstTokenFrom(tokens, span.end) - 1;
    const token = tokens[index];
    if (measure && token?.amount && index > first) giveUnit(tokens, token, measure, false);
  }
}

const UNIT_IN_KEY =
  /^(?:m?s|ms|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|mm|cm|m|km|metres?|meters?|miles?|g|kg|mg|tonnes?|l|ml|litres?|liters?|w|kw|kwh|percent|pct|eur|usd|gbp|chf|euros?|pounds|dollars)$/u;

function ofColumn(text: string, { start, end }: TableCell): Measure | null {
  const name = text.slice(start, end).trim();
  if (name === '') return null;
  const money = MONEY_IN_HEADER.exec(name)?.[1];
  const unit = IN_HEADER.exec(name)?.[1];
  return (unit === undefined ? null : measureOf(unit)) ?? (money === undefined ? null : measureOf(money));
}

/** Determined by parsing two numbers with the unit, whatever it is. */
function measureOf(unit: string): Measure | null {
  const [two, three] = [2, 3].map((number) => readWith(unit, number));
  if (!two || !three || two.kind === '' || two.date || two.kind === 'clock' || two.kind === 'date')
    return null;
  const factor = three.value - two.value;
  return {
    kind: two.kind,
    factor,
    offset: two.value - 2 * factor,
    ...(two.currency !== undefined && { currency: two.currency }),
  };
}

const SCALES: readonly (readonly [RegExp, string])[] = [
  [/'?000s?|\b(?:thousands?|tausend|tsd\.?|k)(?![\w])|\b[Tk](?=[£$€¥]|EUR|USD|GBP|CHF)/iu, 'thousand'],
  [/\b(?:millions?|millionen|mio\.?|m)(?![\w])/iu, 'million'],
  [/\bbillions?\b/iu, 'billion'],
];

function readWith(unit: string, number: number): Amount | undefined {
  const money = /[£$€¥]|(?:EUR|USD|GBP|CHF|\b(?:euros?|pounds|dollars))\b/iu.exec(unit)?.[0];
  const scale = SCALES.find(([pattern]) => pattern.test(unit))?.[1];
  // What follows a slash is a rate: `mg/l` is read as `mg`, as in a sentence.
  const parts = money === undefined ? [unit] : [scale, money].filter((part) => part !== undefined);
  return tokenizeClaim([number, ...parts].join(' '))[0]?.amount;
}

/** In `0.5 to 50` both get the unit. A figure with words beside it gets none, because they say what it is. */
function giveUnit(
  tokens: ClaimToken[],
  { start, end }: Pick<TableCell, 'start' | 'end'>,
  measure: Measure,
  isOfYears: boolean,
): void {
  const first = firstTokenFrom(tokens, start);
  const behind = firstTokenFrom(tokens, end);
  for (let index = first; index < behind; index++) {
    const { amount, term } = tokens[index] ?? {};
    if (!amount && !/^(?:to|bis|a|and|und)$/.test(term ?? '')) return;
    if (amount && (amount.kind !== '' || (isOfYears && isYear(amount.value)))) return;
  }
  for (let index = first; index < behind; index++) {
    const token = tokens[index];
    if (!token?.amount) continue;
    const { factor, offset, ...kind } = measure;
    const amount = { ...token.amount, ...kind, value: token.amount.written * factor + offset };
    tokens[index] = { ...token, amount, term: termOfAmount(amount) };
  }
}
