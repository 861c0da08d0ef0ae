export interface CountFilter {
  name_contains?: string;
  content_contains?: string;
}

const BY_NAME =
  /(?:\b(?:named|called|titled|entitled)\b|\b(?:names?|titles?|file ?names?)\s+(?:contains?|containing|includes?|including|has|have|with|starts? with)\b|\bnamens\b|\bheißen\b|\bnommée?s\b|\bintitulée?s\b|\bllamad[oa]s\b|\btitulad[oa]s\b|\bchiamat[ie]\b|\bintitolat[ie]\b)\s*(.+)$/iu;
const IN_THE_NAME =
  /\b(?:with|have|has|mit|avec|con)\s+(.+?)\s+(?:in|im|dans|en|nel)\s+(?:the|their|its|ihrem|dem|le|leur|su|el|loro)?\s*(?:names?|titles?|file ?names?|titel|namen|nom|titre|nombre|título|titolo|nome)\b/iu;
const BY_CONTENT =
  /(?:\bmention(?:s|ing|ed)?|\bcontain(?:s|ing)?|\brefer(?:s|ring)? to|\btalk(?:s|ing)? about|\bspeak(?:s|ing)? of|\b(?:are|is) about|\babout|\bdeal(?:s|ing)? with|\bdiscuss(?:es|ing)?|\bconcern(?:s|ing)?|\berwähn\p{L}*|\benthalten|\benthält|\bhandeln von|\bnennen|\bmentionn\p{L}*|\bcontien\p{L}*|\bparlent d(?:e|u|es)|\bmencion\p{L}*|\bhablan de|\btratan de|\bmenzion\p{L}*|\bconteng\p{L}*|\bparlano di)(?![\p{L}])\s*(.+)$/iu;
const GERMAN_VERB_LAST = /(?:\bdie|\bwelche)?\s*(.+?)\s+(?:erwähnen|enthalten|nennen)\s*\??$/iu;
const QUOTED = /["“”„«»]([^"“”„«»]{1,200})["“”„«»]/u;
const FILLER =
  /^(?:the (?:word|words|term|phrase|name|topic|string)|das wort|den begriff|le mot|le terme|la palabra|el término|la parola|the|a|an|any|den|die|das|der|dem|le|la|les|un|une|el|los|las|il|lo|gli)\s+/iu;

/** Derives the filter of a counting or listing question from its words. Empty: everything. */
export function countFilter(question: string): CountFilter {
  const text = question.trim().replace(/[?!.\s]+$/u, '');
  const named = IN_THE_NAME.exec(text) ?? BY_NAME.exec(text);
  if (named?.[1]) return { name_contains: value(named[1]) };
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted) return { content_contains: quoted.trim() };
  const content = BY_CONTENT.exec(text);
  if (content?.[1]) return { content_contains: value(content[1]) };
  const last = /\b(?:wie viele|welche)\b/iu.test(text)
    ? GERMAN_VERB_LAST.exec(
        text.replace(/^.*?\b(?:dokumente|dateien|einträge|artikel|berichte|verträge|notizen|briefe)\b/iu, ''),
      )
    : null;
  return last?.[1] ? { content_contains: value(last[1]) } : {};
}

function value(text: string): string {
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted) return quoted.trim();
  let plain = text.trim();
  while (FILLER.test(plain)) plain = plain.replace(FILLER, '');
  return plain.replace(/\s+(?:are there|do we have|exist|gibt es|haben wir|y a-t-il|hay)$/iu, '');
}
