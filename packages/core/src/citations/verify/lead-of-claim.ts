const DOCUMENT =
  '(?:minutes|report|policy|policies|contract|agreement|lease|letter|e-?mails?|memo|manual|guide|guidelines|notes?|document|documentation|source|passage|text|excerpt|schedule|table|invoice|faq|newsletter|abstract|paper|study|article|plan|itinerary|log|record|records|specification|handbook|file|page|release notes|price list|price sheet|spreadsheet|list|rota|roster|timetable|recipe|summary|statement|ruling|judgment|brochure|website|form|deed|terms|protocol|review|bulletin|leaflet|notice|announcement|transcript|thread|correspondence)';
/** Words before it that only say what kind it is: `the safety policy`. A name or a date may be wrong, so it is compared. */
const KIND =
  '(?:(?!(?:previous|old|older|former|earlier|later|first|second|third|last|next|draft|final|initial|new|newer|other|original|revised|amended|interim|current)\\b)[a-z][a-z-]*\\s+){0,3}?';
const BY =
  '(?:[Aa]ccording to|[Aa]s (?:stated|noted|recorded|set out|described|shown|listed|specified|given|mentioned|reported|explained) (?:in|by)|[Bb]ased on|[Pp]er|[Aa]s per|[Uu]nder)';
const STATES =
  '(?:also |further |then |clearly |explicitly |specifically )?(?:states?|says?|notes?|records?|mentions?|specif(?:y|ies)|explains?|indicates?|reports?|shows?|adds?|lists?|stipulates?|confirms?|makes? clear)';

/** Pairs: what each lead has, and the lead. The leads take up to 200 kB each, once used, and most claims have none. */
const LEADS: readonly (readonly [part: RegExp, lead: RegExp])[] = [
  [
    new RegExp(`^${BY} `, 'u'),
    new RegExp(`^${BY} (?:(?:the|this|that|its|their|your|our)\\s+)?${KIND}${DOCUMENT}, `, 'u'),
  ],
  [/^[Aa]s (?:the|this|that) /u, new RegExp(`^[Aa]s (?:the|this|that) ${KIND}${DOCUMENT} ${STATES}, `, 'u')],
  [/^[Ii]n (?:the|this|that|your) /u, new RegExp(`^[Ii]n (?:the|this|that|your) ${DOCUMENT}, `, 'u')],
  [/^[Tt]h(?:e|is) [^]* that /u, new RegExp(`^(?:[Tt]he|[Tt]his) ${KIND}${DOCUMENT} ${STATES} that `, 'u')],
  [
    /^[ycintp]/iu,
    /^(?:(?:yes|no|correct|indeed|in short|in summary|to summari[sz]e)[,:]|(?:please )?note that)\s+/iu,
  ],
];

const PART_OF_TAIL = / (?:according to|as (?:stated|noted|recorded|shown|listed) in) /u;
const TAIL = new RegExp(
  `,? (?:according to|as (?:stated|noted|recorded|shown|listed) in) (?:(?:the|this|that|its|their|your|our)\\s+)?${KIND}${DOCUMENT}(\\.?)$`,
  'u',
);

/** Fewer words are not a statement. */
const FEWEST_WORDS = 3;

const PLACE =
  /^(?:[Uu]nder|[Ii]n|[Aa]ccording to|[Pp]er|[Pp]ursuant to|[Nn]ach|[Gg]emäß)\s(?:(?:clause|section|article|paragraph|item|point|rule|regulation|para|step|Ziffer|Artikel|Abschnitt|Klausel)\s|§\s?)(\d{1,3}(?:\.\d{1,3}){0,3})(?:\([a-z0-9]\))?(?:\sof\s(?:the|this)\s[a-z]+)?,\s/u;

/** The number of the clause that a claim begins with: `Under clause 4, …`. */
export function placeOfClaim(claim: string): { number: string; rest: string } | null {
  const [found, number] = PLACE.exec(claim) ?? [];
  return found === undefined || number === undefined ? null : { number, rest: claim.slice(found.length) };
}

/** Whether a position of a text is in the clause with this number, or in one below it. */
export function isInPlace(text: string, at: number, number: string): boolean {
  let found: string | null = null;
  for (const match of text.slice(0, at + 1).matchAll(NUMBERED)) found = match[1] ?? null;
  return found !== null && (found === number || found.startsWith(`${number}.`));
}

const NUMBERED =
  /(?:^|\n)[#*_> \t-]*(?:(?:clause|section|article|paragraph|item|rule|step|ziffer|artikel)\s|§\s?)?(\d{1,3}(?:\.\d{1,3}){0,3})(?=[.):\s*_])/giu;

/**
 * The claim without words that only say where it comes from: `According to the minutes, …`, `The report states that …`.
 * The source does not say of itself that it says something.
 */
export function withoutLead(claim: string): string {
  for (const [part, lead] of LEADS) {
    const [found] = part.test(claim) ? (lead.exec(claim) ?? []) : [];
    if (found === undefined) continue;
    const rest = claim.slice(found.length).trimStart();
    return rest.split(/\s+/u).length < FEWEST_WORDS ? claim : rest;
  }
  return PART_OF_TAIL.test(claim) ? claim.replace(TAIL, '$1') : claim;
}
