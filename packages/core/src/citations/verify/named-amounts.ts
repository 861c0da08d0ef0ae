/** Months by all their names, in lower case without accents, with short forms. */
const MONTHS = `
january jan januar janvier janv enero ene gennaio gen janeiro
february feb februar fevrier fevr febrero febbraio fevereiro fev
march mar marz mars marzo marco maerz
april apr avril avr abril abr aprile
may mai mayo maggio maio mag
june jun juni juin junio giugno junho
july jul juli juillet julio luglio julho juil
august aug aout agosto ago
september sep sept septiembre septembre settembre setembro set
october oct oktober okt octobre octubre ottobre outubro
november nov novembre noviembre novembro
december dec dezember dez decembre diciembre dicembre dezembro dic
`;

const months = new Map<string, number>();
for (const [index, line] of MONTHS.trim().split('\n').entries())
  for (const name of line.split(' ')) months.set(name, index + 1);

/** Names that are also other words count as months only beside a number. */
const DOUBTFUL = new Set(
  'mar may mai set gen mag ago nov jan dec dez jun jul sep oct apr feb ene abr fev marco mars march ago'.split(
    ' ',
  ),
);

/** Fractions in words, in per cent. */
const FRACTIONS = new Map([
  ['half', 50],
  ['third', 100 / 3],
  ['thirds', 100 / 3],
  ['quarter', 25],
  ['quarters', 25],
  ['fifth', 20],
  ['fifths', 20],
  ['sixth', 100 / 6],
  ['tenth', 10],
  ['halfte', 50],
  ['drittel', 100 / 3],
  ['viertel', 25],
  ['moitie', 50],
  ['mitad', 50],
]);

export const fractionOf = (word: string): number | undefined => FRACTIONS.get(word);
/** A number only before a unit: `one month's notice`. */
export const isOne = (word: string) => /^(?:one|ein|eine|einen|einem|einer)$/.test(word);

export const isFraction = (word: string) => FRACTIONS.has(word);

/** 1 to 12. */
export const monthOf = (word: string): number | undefined => months.get(word);
export const isDoubtfulMonth = (word: string) => DOUBTFUL.has(word);
