/** Refers to what was said before, and says when or for whom it does not apply. */
const OF_WHAT_WAS_SAID = new RegExp(
  [
    String.raw`^(?:\*\*)?(?:exceptions?|exempt(?:ed|ions?)?|excepted|ausnahmen?|ausgenommen)(?:\*\*)?(?:\s+(?:is|are|from this|apply|hiervon|davon|sind|ist|gelten)\b|\s*:)`,
    String.raw`\b(?:is|are|remains?|stays?|ist|sind|bleib(?:t|en))\s+(?:\p{L}+\s+)?(?:exempt(?:ed)?|excepted|ausgenommen)\b`,
    String.raw`^(?:this|that|the (?:above|same)|it|the (?:rule|ban|prohibition|restriction|limit|requirement|duty)|these (?:rules|limits)|dies|das|die regel|das verbot)\b[^.;]{0,40}\b(?:does not|do not|shall not|gilt nicht|gelten nicht)(?:\s+apply|\s+hold|\b)`,
    String.raw`^(?:exceptions?|exemptions?|ausnahmen?)\s+(?:may|can|will|must|need|are|require|können|kann|bedürfen|sind)\b`,
    String.raw`\b(?:may|can)\s+(?:allow|grant|permit|approve|make|agree to)\s+(?:an?\s+|other\s+|further\s+)?(?:exceptions?|exemptions?)\b`,
    String.raw`\b(?:may|can)\s+(?:allow|permit|waive|approve|lift)\s+(?:it|this|that|them)\b`,
    String.raw`\bkann\s+(?:es|dies|ausnahmen|das)\b[^.;]{0,40}\b(?:erlauben|gestatten|zulassen|genehmigen)\b`,
  ].join('|'),
  'iu',
);
/** Within a sentence: an exception to what it says. */
const OF_ITS_OWN =
  /\b(?:unless|except(?:ing|ed)?(?!\p{L})|apart from|other than|with the exception of|save (?:for|where|with)|es sei denn|außer|ausgenommen|mit ausnahme)\b/iu;

/** Whether a sentence makes an exception to the one before it: `Assistance dogs are exempt from this rule.` */
export const exceptsFromBefore = (text: string) => OF_WHAT_WAS_SAID.test(text);

/** The exception a sentence makes to its own statement: `closed on Mondays, unless …`; null if there is none. */
export function ownException(text: string): string | null {
  const found = OF_ITS_OWN.exec(text);
  return found ? text.slice(found.index).replace(/[\s.;]+$/u, '') : null;
}
