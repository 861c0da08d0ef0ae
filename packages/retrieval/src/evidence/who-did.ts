import type { AskedQuestion } from './asked-question.js';
import { hasSameRoot } from './asked-question.js';
import type { EvidenceSentence } from './evidence-document.js';

/** "Who released it?" asks who did something; "Who is the inspector?" and "Who was elected?" do not. */
const ASKS_DOER =
  /^(?:who|wer)\s+(?:(?:has|have|had|hat|haben)\s+)?(?!(?:is|was|are|were|be|been|has|have|had|does|do|did|may|must|can|could|should|shall|will|would|else|ist|war|sind|waren|wird|wurde|darf|muss|kann|soll)(?!\p{L}))(?<verb>\p{L}+)(?<rest>.*)$/iu;
const IT = '(?:it|this|that|them|these|es|das|dies\\p{L}*)';
const DOCUMENT =
  '(?:documents?|reports?|procedures?|policy|policies|minutes|version|edition|plan|text|paper|letter|sop|guidelines?|dokument\\p{L}*|bericht\\p{L}*|fassung|anweisung)';
const OF_DOCUMENT = new RegExp(
  `^\\s*(?:(?:the|this|der|die|das|diese[rns]?)\\s+)?(?:${IT}|${DOCUMENT})?\\s*$`,
  'iu',
);
/** Says what somebody may or has to do, not what was done. */
const NOT_DONE =
  /\b(?:may|might|must|can|could|should|shall|will|would|to|not|never|until|if|unless|when|darf|muss|kann|soll|wird|nicht|bis|wenn|falls)(?:\s+\p{L}+){0,3}\s*$/iu;
const OTHER_CLAUSE =
  /\b(?:by|until|if|when|while|because|before|after|that|unless|as|bis|wenn|weil|bevor|nachdem|dass)\b/iu;
const PASSIVE =
  /\b(?:is|are|was|were|be|been|being|gets?|got|wird|werden|wurde|wurden|worden)(?:\s+\p{L}+ly)?\s*$/iu;
const TITLE = '(?:(?:Dr|Mr|Mrs|Ms|Prof|Herr|Frau)\\.?\\s+)?';
const BY = new RegExp(
  `^[^.;:|]{0,40}?(?:^|\\s)(?:by|von|durch)\\s*:?\\s+(?:(?:the\\s+)?(?:\\p{Ll}[\\p{L}-]*\\s+){0,4}|(?:[^.;|]{1,60}\\s(?:and|und|&)\\s+))${TITLE}$|^\\s*:\\s*${TITLE}$`,
  'u',
);

const RECIPIENT = /\b(?:to|for|with|from|against|an|für|mit|gegen)\s+(?:(?:the|der|dem|den|die|das)\s+)?$/iu;

const isDocument = (words: string) => words.trim() !== '' && OF_DOCUMENT.test(words);

/** Whether somebody named in a sentence clearly did what is asked. */
export interface WhoDid {
  /** True: the sentence says so of the thing asked about. */
  isSaidOfIt: boolean;
}

/** Null if the question does not ask who did something. */
export function asksDoer({ own }: AskedQuestion): { isOfDocument: boolean; isPast: boolean } | null {
  const { verb, rest } = ASKS_DOER.exec(own)?.groups ?? {};
  if (verb === undefined) return null;
  return {
    isOfDocument: OF_DOCUMENT.test(rest ?? ''),
    isPast: /ed$|^(?:wrote|made|took|led|gave|held|built|sent|drew|chose|paid|signed)$/iu.test(verb),
  };
}

/**
 * Whether a name in a sentence is that of the doer. Null: the sentence says this of others, or that it was not done.
 */
export function whoDid(
  question: AskedQuestion,
  sentence: EvidenceSentence,
  name: { start: number; end: number },
): WhoDid | null {
  const asked = asksDoer(question);
  if (!asked) return { isSaidOfIt: true };
  const { text, cells } = sentence;
  const verbs = verbsIn(question, sentence);
  // The verb is only in the headings, so it is unclear who did it.
  if (verbs.length === 0 || cells !== null) return { isSaidOfIt: false };
  let isDenied = false;
  for (const verb of verbs) {
    const before = text.slice(0, verb.start);
    const isBehind = name.start >= verb.end;
    if (isBehind && BY.test(text.slice(verb.end, name.start)))
      return { isSaidOfIt: !asked.isOfDocument || isOfDocument(before, sentence) };
    // `shows it to the Yard`: the one to whom it is done.
    if (isBehind && RECIPIENT.test(text.slice(0, name.start))) isDenied = true;
    if (isBehind) continue;
    const between = text.slice(name.end, verb.start);
    if (asked.isPast && NOT_DONE.test(before)) isDenied = true;
    else if (/^[^.;:|\n]{0,60}$/u.test(between) && !PASSIVE.test(before) && !OTHER_CLAUSE.test(between))
      return {
        isSaidOfIt: !asked.isOfDocument || isDocument(/^[^.;,]*/u.exec(text.slice(verb.end))?.[0] ?? ''),
      };
  }
  return isDenied ? null : { isSaidOfIt: false };
}

/**
 * Whether the clause before "released by" names nothing but the document: `Version 3, released by`, `This procedure was
 * released by`.
 */
function isOfDocument(before: string, { context }: EvidenceSentence): boolean {
  const clause = (/[^.,;:\n|]*$/u.exec(before)?.[0] ?? '')
    .replace(/\b(?:is|are|was|were|has|have|been|and|then|first|wurde|wird|und)\b/giu, ' ')
    .trim();
  const last = clause.split(/\s+/u).at(-1)?.toLowerCase() ?? '';
  return OF_DOCUMENT.test(clause) || context.has(last) || new RegExp(`^${DOCUMENT}$`, 'iu').test(last);
}

const ROLE = String.raw`\b(?:the|an?|der|die|das|every|each)\s+(?:\p{Ll}+\s+){0,2}?\p{Ll}+(?:er|or|ist|ian|ant|man|ee|ain|chair|team|board|committee|office|department)`;
const DOES = new RegExp(`${ROLE}\\s+(?:\\p{Ll}+\\s+)?$`, 'u');
const DONE_BY = new RegExp(`^\\s+(?:by|von|vom|durch)\\s+${ROLE}\\b`, 'u');

/** A sentence without a name can answer "who" only by a role: "until the lab manager releases them". */
export function hasRole(question: AskedQuestion, sentence: EvidenceSentence): boolean {
  const { text } = sentence;
  return verbsIn(question, sentence).some(
    ({ start, end }) =>
      (DOES.test(text.slice(0, start)) && !PASSIVE.test(text.slice(0, start))) ||
      DONE_BY.test(text.slice(end)),
  );
}

/** Where a sentence contains the verb asked for. "in writing" is not a verb. */
function verbsIn({ terms }: AskedQuestion, { text, tokens }: EvidenceSentence) {
  const [done] = terms;
  if (!done) return [];
  return tokens.filter(
    ({ term, start }) =>
      (term === done.term || done.like.has(term) || done.often.has(term) || hasSameRoot(term, done.term)) &&
      !/\b(?:in|the|of|for|after|before)\s+$/iu.test(text.slice(0, start)),
  );
}
