const ASKS_NOW = /\b(?:is|are|does|do|has|have|may|must|can|should|shall)\b/iu;
const TELLS_PAST = /\b(?:was|were|had|received|earned|got|cost|made|went|took|did)\b/iu;
const TELLS_NOW = /\b(?:is|are|has|have|receives?|earns?|gets?|pays?|costs|will)\b/iu;

/** Whether a question asks about the present, while a sentence is only about the past. */
export function tellsPastOnly(question: string, text: string): boolean {
  return ASKS_NOW.test(question) && TELLS_PAST.test(text) && !TELLS_NOW.test(text);
}

/** "How deep may a diver go?": what somebody once did is not a rule. */
export const asksRule = (question: string) =>
  /^\P{L}*how\s+\p{L}+\s+(?:may|must|can|should|shall)\b/iu.test(question);

const PROPOSES =
  /(?<!\p{L})(?:propos(?:e|es|ed|al|als)|suggest(?:s|ed|ion)?|would (?:be|cost|rise)|schl(?:ägt|agen|ug|ugen)(?=\P{L}.*\Wvor(?!\p{L}))|vorgeschlagen|vorschlag|beantragt)(?!\p{L})/iu;

/** A sentence about what somebody proposes, if the question asks what is so. */
export function onlyProposes(question: string, text: string): boolean {
  return (
    PROPOSES.test(text) &&
    !PROPOSES.test(question) &&
    !/\b(?:would|ab|from|next|künftig|20\d\d)\b/iu.test(question)
  );
}
