/** Words that negate a statement, in the most common languages; lower case, without accents. */
const NEGATORS = setOf(
  'not cannot never no none neither nobody nothing nowhere without lack lacks lacked lacking hardly ' +
    // As people type them.
    'dont doesnt didnt wont cant isnt arent wasnt werent couldnt wouldnt shouldnt hasnt havent hadnt ' +
    'nicht kein keine keinen keinem keiner keines nie niemals niemand ohne weder kaum ' +
    'nunca jamas sin ningun ninguna ninguno tampoco nadie ne jamais sans aucun aucune ' +
    'non senza nessun nessuna nessuno nao sem nenhum nenhuma не нет без никогда нельзя',
);
/** With another negator in their clause they form one negation: `no … nunca`, `ne … jamais`. */
const CONCORDANT = setOf(
  'nunca jamas ningun ninguna ninguno tampoco nadie jamais aucun aucune nessun nessuna nessuno nenhum nenhuma никогда',
);
/** After a negator they cancel it: `not only`, `not least`. */
const LIFTING = setOf('only just merely least nur zuletzt solo solamente seulement soltanto apenas');
/** After a negator they belong to it: `no longer`, `nicht mehr`. */
const CONTINUING = setOf('longer more mehr mas plus piu mais yet');
/** They express a negation in other words, but negate nothing themselves: `rather than`, `impossible`. */
const ANSWERING = setOf(
  'rather instead except apart unless until unlike fail fails failed failing failure impossible avoid avoids avoided prevent prevents ' +
    'prevented prohibit prohibits prohibited forbidden deny denies denied refuse refuses refused exclude excludes ' +
    'excluded exempt exempted exception exceptions excepted excluding unaffected statt anstatt ausser außer ausgenommen unmoglich verboten verweigert imposible salvo excepto sauf impossible refuse',
);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Takes lower-case words, not terms: `note` and `not` have the same stem. */
export function isNegator(word: string): boolean {
  if (word.length < 2) return false;
  return NEGATORS.has(word) || word.endsWith("n't") || (word.startsWith("n'") && word.length > 2);
}

/** Before `to` they negate what follows: `failed to agree`. */
const FAILING = setOf(
  'fail fails failed failing refuse refuses refused refusing decline declines declined unable neglected forgot',
);

/** Each with what must follow to make it a denial: `denied any pain`, `in the absence of wind`, `ruled out fraud`. */
const DENYING = new Map<string, ReadonlySet<string>>([
  ...['deny', 'denies', 'denied', 'denying'].map((word) => [word, setOf('any having ever all')] as const),
  ['absence', setOf('of')],
  ['rule', setOf('out')],
  ['rules', setOf('out')],
  ['ruled', setOf('out')],
]);

export const deniesWhatFollows = (word: string, next: string) =>
  (next === 'to' && FAILING.has(word)) || DENYING.get(word)?.has(next) === true;
/** They negate the noun after them, not the clause: `prohibited without a permit`. */
const PREPOSITIONS = setOf('without ohne sin sans senza sem без');

export const deniesItsNounOnly = (word: string) => PREPOSITIONS.has(word);
/** After a negator they deny what comes before them: `Bicycles are not allowed`. */
const PERMITTING = setOf(
  'allowed permitted possible available welcome erlaubt gestattet permitido autorisé permis',
);

export const isPermission = (word: string) => PERMITTING.has(word);
export const isConcordant = (word: string) => CONCORDANT.has(word);
export const liftsNegation = (word: string) => LIFTING.has(word);
export const continuesNegation = (word: string) => CONTINUING.has(word);
export const answersNegation = (word: string) => ANSWERING.has(word);
