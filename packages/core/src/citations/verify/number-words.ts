import { withoutAccents } from './without-accents.js';

/** Small numbers are written as words as often as digits; both must match. */
const WORDS: Record<string, string> = {
  zero: '0',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  thirteen: '13',
  fourteen: '14',
  fifteen: '15',
  sixteen: '16',
  seventeen: '17',
  eighteen: '18',
  nineteen: '19',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  seventy: '70',
  eighty: '80',
  ninety: '90',
  twice: '2',
  zwei: '2',
  drei: '3',
  vier: '4',
  fünf: '5',
  sechs: '6',
  sieben: '7',
  acht: '8',
  neun: '9',
  zehn: '10',
  elf: '11',
  zwölf: '12',
  dreizehn: '13',
  vierzehn: '14',
  fünfzehn: '15',
  sechzehn: '16',
  siebzehn: '17',
  achtzehn: '18',
  neunzehn: '19',
  zwanzig: '20',
  dreißig: '30',
  vierzig: '40',
  fünfzig: '50',
  sechzig: '60',
  siebzig: '70',
  achtzig: '80',
  neunzig: '90',
  deux: '2',
  trois: '3',
  quatre: '4',
  cinq: '5',
  sept: '7',
  huit: '8',
  neuf: '9',
  dix: '10',
  onze: '11',
  douze: '12',
  treize: '13',
  quatorze: '14',
  quinze: '15',
  seize: '16',
  vingt: '20',
  trente: '30',
  quarante: '40',
  cinquante: '50',
  soixante: '60',
  dos: '2',
  tres: '3',
  cuatro: '4',
  cinco: '5',
  seis: '6',
  siete: '7',
  ocho: '8',
  nueve: '9',
  diez: '10',
  doce: '12',
  trece: '13',
  catorce: '14',
  quince: '15',
  veinte: '20',
  treinta: '30',
  cuarenta: '40',
  cincuenta: '50',
  sesenta: '60',
  setenta: '70',
  ochenta: '80',
  noventa: '90',
  // Without the Italian word for two: in English a fee is due.
  tre: '3',
  quattro: '4',
  cinque: '5',
  sette: '7',
  otto: '8',
  nove: '9',
  dieci: '10',
};

/** Words arrive in lower case and without accents. */
const byWord = new Map(Object.entries(WORDS).map(([word, digits]) => [withoutAccents(word), digits]));

// `einundzwanzig` to `neunundneunzig`
const GERMAN_ONES = ['ein', 'zwei', 'drei', 'vier', 'funf', 'sechs', 'sieben', 'acht', 'neun'];
const germanTens = Array.from(byWord).filter(([word]) => /[zß]ig$/.test(word));
for (const [word, digits] of germanTens)
  for (const [index, one] of GERMAN_ONES.entries())
    byWord.set(`${one}und${word}`, String(Number(digits) + index + 1));

export function numberOfWord(word: string): string | undefined {
  return byWord.get(word);
}

const scales = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1e6],
  ['millions', 1e6],
  ['billion', 1e9],
  ['billions', 1e9],
  ['trillion', 1e12],
  ['bn', 1e9],
  ['mn', 1e6],
  ['tn', 1e12],
  ['mio', 1e6],
  ['mrd', 1e9],
  ['tausend', 1000],
  ['milliarden', 1e9],
  ['milliarde', 1e9],
  ['mille', 1000],
  ['milliards', 1e9],
  ['mil', 1000],
  ['millones', 1e6],
  ['milhoes', 1e6],
  ['milioni', 1e6],
  ['miliardi', 1e9],
  ['bilhoes', 1e9],
  ['mila', 1000],
  ['dozen', 12],
  ['trillions', 1e12],
  ['millionen', 1e6],
  ['тысяч', 1000],
  ['млн', 1e6],
  ['миллионов', 1e6],
]);

export function scaleOfWord(word: string): number | undefined {
  return scales.get(word);
}

/** `1,000` and `1000`, `3.50` and `3.5`, `１２` and `12` become equal; `5th` and `1990s` lose their ending. */
export function normaliseNumber(text: string): string {
  if (/^\d{1,9}$/.test(text)) return String(Number(text));
  const plain = text
    .normalize('NFKC')
    .replace(/(?:st|nd|rd|th|s)$/i, '')
    .replaceAll(/(?<=\d)[,\u00a0\u202f'’](?=\d{3}(?!\d))/g, '')
    .replaceAll(/(?<=\d)\.(?=\d{3}(?:\.|$))(?=.*\..*\.)/g, '')
    // `1.780,50`
    .replaceAll(/(?<=\d)\.(?=\d{3}(?:\.\d{3})*,\d{1,2}$)/g, '')
    .replace(/,(?=\d+$)/, '.');
  const value = Number(plain);
  return Number.isFinite(value) ? String(value) : plain;
}
