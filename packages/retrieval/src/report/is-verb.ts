const AUXILIARY =
  'do|does|did|can|could|may|might|must|shall|should|will|would|has|have|had|werden|wird|wurden?|hat|haben|kann|können|muss|müssen|darf|dürfen|soll|sollen';
const BE = 'is|are|was|were|been|ist|sind|war|waren';
/** Verbs that questions about documents use. A word that is missing here only keeps a question whole. */
const VERBS =
  'agree|allow|apply|approve|ask|become|begin|belong|book|bring|buy|call|carry|cause|change|charge|check|choose|clean|collect|come|concern|contain|cost|cover|deal|decide|deliver|depend|differ|do|document|eat|end|ensure|exist|expect|fail|find|follow|get|give|go|grow|handle|happen|hold|include|inform|keep|know|last|lead|learn|make|manage|mean|meet|mention|need|offer|open|order|own|pay|plan|promise|propose|provide|publish|purchase|receive|recommend|record|remain|repair|replace|report|request|require|return|run|say|sell|send|serve|specify|spend|stand|start|state|stay|store|take|teach|tell|test|train|treat|use|wait|work|write';
/** Their forms that the rules below do not make. */
const IRREGULAR =
  'became|began|brought|bought|came|did|done|ate|found|got|gave|given|went|gone|grew|held|kept|knew|known|led|made|meant|met|paid|ran|said|sold|sent|spent|stood|took|taken|taught|told|wrote|written|lost|built|cut|put|set';
const FINITE = new RegExp(`^(?:${AUXILIARY}|${BE})$`, 'iu');
const BASE = new Set(VERBS.split('|'));
const OTHER = new Set(IRREGULAR.split('|'));
const PARTICIPLE = /.{3}ed$/u;
const GERMAN_PARTICIPLE =
  /^(?:\p{Ll}{0,4}ge\p{Ll}{2,}[tn]|(?:be|ver|er|ent|zer)\p{Ll}{2,}[tn]|\p{Ll}{3,}iert)$/u;

export const isFinite = (word: string): boolean => FINITE.test(word);

/** `say`, `says`, `said`, `cleaned`, `gereinigt`. */
export function isVerb(word: string): boolean {
  const plain = word.replace(/[^\p{L}]+$/u, '');
  const small = plain.toLowerCase();
  return (
    isFinite(plain) ||
    OTHER.has(small) ||
    PARTICIPLE.test(small) ||
    GERMAN_PARTICIPLE.test(plain) ||
    [small, small.replace(/s$/u, ''), small.replace(/es$/u, ''), small.replace(/ies$/u, 'y')].some((form) =>
      BASE.has(form),
    )
  );
}
