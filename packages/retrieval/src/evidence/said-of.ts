import type { AskedQuestion } from './asked-question.js';
import type { EvidenceSentence } from './evidence-document.js';

const LASTING =
  /^(?:how long\s+(?:is|are|was|were|will|does|do|did)|wie lange?\s+(?:ist|sind|war|waren))\b/iu;

/** "How long is the guarantee?": asks for the duration of the guarantee. */
export function asksLength(question: string): boolean {
  return LASTING.test(question.trim());
}

/** A duration, and whether it clearly belongs to what is asked about. */
export interface Lasting {
  start: number;
  end: number;
  isSaidOfIt: boolean;
}

const COPULA =
  'is|are|was|were|be|lasts?|lasted|runs?|ran|holds?|amounts? to|extends?|takes?|took|ist|sind|war|beträgt|dauert|läuft|gilt|umfasst';
const BOUND =
  '(?:up to|at most|at least|no more than|not more than|no less than|no longer than|about|around|roughly|nearly|only|now|mindestens|höchstens|etwa|bis zu)';
/**
 * Between thing and duration: `guarantee: three years`, `notice period (six weeks`, `guarantee on all work is three
 * years`.
 */
const TO_TIME = new RegExp(
  `^(?:\\s+(?:period|time|term))?(?:\\s*[:(|–—-]+\\s*|\\s+(?:of|von)\\s+|(?:\\s+(?:on|for|of|in|from|to|by|für|auf|bei)\\s+[^.;:,]{1,50}?)?\\s+(?:(?:must|may|shall|will|should|can|would|has to|now|also)\\s+){0,2}(?:${COPULA})\\s+(?:for\\s+)?)(?:${BOUND}\\s+)?(?:an?\\s+|the\\s+)?$`,
  'iu',
);
/** Between duration and thing: `five years' guarantee`, `six weeks of notice`, `a two-year limited warranty`. */
const TO_THING = /^['’]?s?(?:\s+(?:of|advance|written|prior|full|limited|notice|worth))*\s+(?:\p{L}+\s+)?$/iu;
/** After these words, the thing is not the subject of the sentence. */
const NOT_ABOUT =
  /\b(?:under|after|before|during|within|about|without|outside|despite|beyond|end of|start of|unter|nach|vor|während)\s+(?:(?:the|this|that|its|our|your|their|a|an|der|die|das|dem|den)\s+)?(?:\p{L}+\s+)?$/iu;
/** After these words, a duration is a deadline or says when something happens. */
const WHEN =
  /\b(?:within|after|before|every|each|until|in|during|the first|the last|the next|innerhalb|binnen|nach|alle)\s+(?:the\s+|von\s+)?$/iu;

/** The durations in a sentence that may belong to what is asked about. */
export function lastingIn({ terms }: AskedQuestion, sentence: EvidenceSentence): Lasting[] {
  const { text, tokens } = sentence;
  const asked = terms.filter(({ share, isLength }) => share === 1 && !isLength);
  const things = tokens.filter(({ term }) => asked.some((one) => one.term === term || one.like.has(term)));
  return timesIn(sentence).flatMap(({ start, end }): Lasting[] => {
    const isSaidOfIt = things.some((thing) =>
      thing.end <= start
        ? TO_TIME.test(text.slice(thing.end, start)) &&
          (!NOT_ABOUT.test(text.slice(0, thing.start)) ||
            /^\s*(?::|of\b|von\b)/iu.test(text.slice(thing.end)))
        : TO_THING.test(text.slice(end, thing.start)),
    );
    return isSaidOfIt || !WHEN.test(text.slice(0, start)) ? [{ start, end, isSaidOfIt }] : [];
  });
}

const ONE =
  /\b(?:one|eine?n?|einer)[\s-](?:hour|day|night|week|fortnight|month|quarter|year|stunde|tag|woche|monat|jahr)(?!\p{L})/giu;

/** Durations, including `one day` and `one night`, which do not count as figures elsewhere. */
export function timesIn({ text, tokens }: EvidenceSentence): { start: number; end: number }[] {
  const times = tokens.filter(({ amount }) => amount?.kind === 'months' || amount?.kind === 'time');
  const ones = [...text.matchAll(ONE)]
    .map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
    .filter((one) => times.every(({ start }) => start !== one.start));
  return [...times, ...ones].toSorted((one, other) => one.start - other.start);
}

/** The duration of something else: `is valid for six months`, `runs for three years`, `within two weeks`. */
const OF_ANOTHER =
  /\b(?:within|innerhalb von|binnen|(?:valid|open|closed|runs?|lasts?|takes?|kept|stored|gültig)(?:\s+for)?)\s+(?:\p{L}+\s+)?$/iu;

/** Whether every duration in a sentence belongs to something else, so none should be proposed. */
export function isOfAnother(sentence: EvidenceSentence): boolean {
  const times = timesIn(sentence);
  return times.length > 0 && times.every(({ start }) => OF_ANOTHER.test(sentence.text.slice(0, start)));
}
