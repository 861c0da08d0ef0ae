/** Small numbers are written as words as often as digits; both must agree. */
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
  hundred: '100',
  thousand: '1000',
  million: '1000000',
  billion: '1000000000',
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
  deux: '2',
  trois: '3',
  quatre: '4',
  cinq: '5',
  sept: '7',
  huit: '8',
  neuf: '9',
  dix: '10',
  dos: '2',
  tres: '3',
  cuatro: '4',
  cinco: '5',
  seis: '6',
  siete: '7',
  ocho: '8',
  nueve: '9',
  diez: '10',
  due: '2',
  tre: '3',
  quattro: '4',
  cinque: '5',
  sette: '7',
  otto: '8',
  nove: '9',
  dieci: '10',
};

const byWord = new Map(Object.entries(WORDS));

export function numberOfWord(word: string): string | undefined {
  return byWord.get(word);
}

/** `1,000` and `1000`, `3.50` and `3.5`, `１２` and `12`; ordinals lose their ending. */
export function normaliseNumber(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/(?<=\d)[,\u00a0\u202f'’](?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d)(?:st|nd|rd|th)$/i, '')
    .replace(/,(?=\d+$)/, '.');
  const value = Number(plain);
  return Number.isFinite(value) ? String(value) : plain;
}
