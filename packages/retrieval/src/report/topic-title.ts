const LONGEST_TITLE = 200;

const BE = 'is|are|was|were';
const MODAL = 'may|must|can|could|should|shall|will|would|has|have|had';

/** `What is the notice period`, `Tell me about safety`: the rest is the topic. */
const ASKS_FOR =
  /^(?:(?:please\s+)?(?:tell me|write|report|inform me)?\s*(?:everything|all|something|a report|more)?\s*(?:about|on)|(?:please\s+)?(?:describe|explain|summari[sz]e|list|compare|show(?: me)?)|what do (?:the|our) (?:documents|sources|files) say (?:about|on)|what (?:is|are|was|were)(?: known about)?|was (?:ist|sind|war|waren)|(?:beschreibe|erkläre|berichte über|nenne|vergleiche)|(?:was|alles|bericht)\s+(?:steht\s+)?(?:in den dokumenten\s+)?(?:zu|über))\s+(?=\S)/iu;
const ARTICLE = /^(?:the|a|an|our|all|die|der|das|den|dem|ein|eine|unsere?)\s+/iu;
/** `How is the harbour financed`: the verb comes before its subject. */
const TURNED = new RegExp(
  `^(how(?:\\s+(?:much|many|long|often|far|well)(?:\\s+\\p{L}+)?)?|when|where|why|which\\s+\\p{L}+|what\\s+\\p{L}+)\\s+(${BE}|${MODAL})\\s+(.+)$`,
  'iu',
);
const WHETHER = new RegExp(`^(${BE}|${MODAL})\\s+(.+)$`, 'iu');
/** Endings of participles, which nouns rarely have. */
const DONE = /(?:[^e]ed|[st]en|wn|ght|pt|ld|id|uilt),?$/iu;
/** `What was decided`: here the verb is not of `What is the fee`. */
const ONLY_DONE = /^what\s+(?:is|are|was|were)\s+(?:\p{L}+ly\s+)?\p{L}+ed(?:\s|$)/iu;
const DETERMINER = /^(?:the|a|an|our|its|their|his|her|this|that|these|those|each|every|all|no)$/iu;
/** A place or a time after the subject, which would put the verb too far from it. */
const WITHIN = /\s(?:of|at|in|on|for|to|from|with|by|near)\s/iu;
const MOST_SUBJECT_WORDS = 6;

/**
 * ANS-2: turns part of a question into a section title. "What is the notice period?" becomes "Notice period", and "How
 * is the harbour financed?" becomes "How the harbour is financed". Other questions stay as asked.
 */
export function topicTitle(part: string): string {
  const asked = plain(part);
  if (ONLY_DONE.test(asked)) return named(asked);
  const topic = asked.replace(ASKS_FOR, '');
  if (topic !== asked) return named(topic.replace(ARTICLE, ''));
  const [, word = '', verb = '', rest = ''] = TURNED.exec(asked) ?? [];
  if (verb !== '') {
    const said = turned(verb, rest, /^(?:when|where)$/iu.test(word));
    return named(said === null ? asked : `${word} ${said}`);
  }
  const [, asks = '', about = ''] = WHETHER.exec(asked) ?? [];
  const said = asks === '' ? null : turned(asks, about, false);
  return named(said === null ? asked : `whether ${said}`);
}

/** Turns a heading or file name into a section title: without numbering, extension and markup. */
export function headingTitle(heading: string): string {
  const own = plain(heading)
    .replace(
      /^(?:§\s*)?(?:(?:\d+|[ivxlc]+|[a-z])(?:\.\d+)*[.)]|\d+(?:\.\d+)+|§\s*\d+|\d+\s*[-–:])\s+(?=\p{L})/iu,
      '',
    )
    .replace(/(?<=\S)\.(?:pdf|docx?|md|txt|html?|xlsx?|csv|pptx?|odt|rtf|epub)$/iu, '');
  const spaced =
    /\s/u.test(own) || (own === heading.trim() && !own.includes('_'))
      ? own
      : own.replaceAll(/(?<=[\p{L}\p{N}])[_-]+(?=[\p{L}\p{N}])/gu, ' ');
  const isShouted =
    spaced.length > 5 && /\s/u.test(spaced) && spaced === spaced.toUpperCase() && /\p{Lu}/u.test(spaced);
  return named(isShouted ? spaced.toLowerCase() : spaced);
}

/** `is`, `the harbour financed` → `the harbour is financed`; null if the subject cannot be told from the rest. */
function turned(verb: string, rest: string, isPlace: boolean): string | null {
  const words = rest.split(/\s+/u);
  const least = DETERMINER.test(words[0] ?? '') ? 2 : 1;
  const isBe = new RegExp(`^(?:${BE})$`, 'iu').test(verb);
  const done = isBe ? words.findIndex((word, place) => place >= least && DONE.test(word)) : -1;
  if (isBe && isPlace && done < 0) return WITHIN.test(rest) ? null : `${rest} ${verb}`;
  const at = done >= 0 ? done : words.length === least + 1 ? least : -1;
  if (at <= 0 || at > MOST_SUBJECT_WORDS) return null;
  return [...words.slice(0, at), verb.toLowerCase(), ...words.slice(at)].join(' ');
}

const plain = (text: string) =>
  text
    .replaceAll(/[*_`#]+(?=\s|$)|(?<=^|\s)[*_`#]+/gu, '')
    .replace(/[.?!:;,\s]+$/u, '')
    .trim();

/** Only what is far too long for a heading is cut, and between words. */
function named(words: string): string {
  const short =
    words.length > LONGEST_TITLE ? `${words.slice(0, LONGEST_TITLE - 1).replace(/\s+\S*$/u, '')}…` : words;
  return short.charAt(0).toUpperCase() + short.slice(1);
}
