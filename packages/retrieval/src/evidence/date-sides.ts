import type { EvidenceSentence } from './evidence-document.js';

/** Whether something starts or ends on a date. */
export type DateSide = 'start' | 'end';

export interface SidedDate {
  start: number;
  end: number;
  side: DateSide | null;
  /** The words that say so. */
  said: string;
}

const STARTS =
  /\b(?:start(?:s|ed|ing)?|beg(?:in|ins|an|un|inning)|commenc\p{L}*|(?:takes?|took|taking) effect|effective|(?:comes?|came|coming|enters?|entered) into (?:force|effect)|in force from|inception|beginn\p{L}*|begann|startet|tritt|wirksam)(?!\p{L})/giu;
const ENDS =
  /\b(?:end(?:s|ed|ing)?|expir\p{L}*|terminates?|terminated|laps(?:es?|ed)|finish(?:es|ed)?|conclud(?:es?|ed)|runs? out|until|till|through|end(?:et|en|ete|e)|ablauf|bis)(?!\p{L})/giu;
const FROM = /\b(?:from|as of|as from|since|ab|vom|seit|from and including)\s+(?:the\s+|dem\s+)?$/iu;
const TO = /(?:\b(?:to|and)|[-–—])\s*(?:the\s+)?$/iu;
const UNTIL = /^\s*(?:until|till|through|bis)(?:\s+(?:the|zum))?\s*$/iu;
const IN_FORCE = /^\s*(?:in Kraft\b|wirksam\b)/iu;
/** Between the word and the date, this means another event. */
const OTHER_EVENT =
  /\b(?:notice|notif\p{L}*|signed|sent|given|paid|due|cancel\p{L}*|invoice\p{L}*|gekündigt|kündig\p{L}*|unterzeichnet|gezahlt)(?!\p{L})|[;:].*\s/iu;

/** The side that a question asks for; null for neither or both. */
export function askedSide(question: string): DateSide | null {
  const [starts, ends] = [STARTS, ENDS].map((words) => [...question.matchAll(words)].length > 0);
  const isFrom = /\b(?:valid|gültig) (?:from|ab)\b/iu.test(question);
  if ((starts || isFrom) === ends) return null;
  return ends ? 'end' : 'start';
}

/** The dates of a sentence, each with the side given by the words before it or right after it. */
export function sidedDates({ text, tokens }: EvidenceSentence): SidedDate[] {
  const dates: SidedDate[] = [];
  const places = tokens.filter(({ amount }) => amount?.date?.year !== undefined);
  for (const [index, { start, end }] of places.entries()) {
    const previous = dates.at(-1);
    const before = text.slice(previous?.end ?? 0, start);
    const behind = text.slice(end, places[index + 1]?.start ?? text.length);
    const found = sideBefore(before, previous?.side ?? null) ?? sideBehind(behind);
    dates.push({ start, end, side: found?.side ?? null, said: found?.said ?? '' });
  }
  return dates;
}

function sideBefore(before: string, previous: DateSide | null): Pick<SidedDate, 'side' | 'said'> | null {
  const from = FROM.exec(before);
  if (from) return { side: 'start', said: from[0].trim() };
  const last = (words: RegExp) => [...before.matchAll(words)].at(-1);
  const [starts, ends] = [last(STARTS), last(ENDS)];
  const word = (starts?.index ?? -1) > (ends?.index ?? -1) ? starts : ends;
  if (word && !OTHER_EVENT.test(before.slice(word.index + word[0].length)))
    return { side: word === starts ? 'start' : 'end', said: word[0] };
  return previous === 'start' && TO.test(before) ? { side: 'end', said: '' } : null;
}

/** `On 1 May 2024 the contract starts`, `tritt am 1. Mai 2024 in Kraft`. */
function sideBehind(behind: string): Pick<SidedDate, 'side' | 'said'> | null {
  if (IN_FORCE.test(behind)) return { side: 'start', said: 'in Kraft' };
  // `1 May 2024 until 30 April 2026`
  if (UNTIL.test(behind)) return { side: 'start', said: '' };
  const [clause = ''] = behind.split(/[,;.]/u);
  const [starts] = clause.matchAll(STARTS);
  const [ends] = clause.matchAll(ENDS);
  if (!starts === !ends) return null;
  return starts ? { side: 'start', said: starts[0] } : { side: 'end', said: ends?.[0] ?? '' };
}
