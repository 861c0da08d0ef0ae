import { readTokens } from '@ibid/core/internal';

const termsOf = (line: string) => [...new Set(readTokens(line).map(({ term }) => term))];

/** Built on first use: most runs never need it. */
function setsOf(lines: readonly string[]): () => readonly string[][] {
  let sets: string[][] | null = null;
  return () => (sets ??= lines.map(termsOf));
}

/**
 * Words that mean the same in a contract. The claim check does not treat them as synonyms, because elsewhere they
 * differ.
 */
const same = setsOf([
  'start starts started begin begins began begun commence commences commenced commencement',
  'end ends ended expire expires expired expiry terminate terminates lapse lapses finish conclude',
  'pay paid payable payment due settle settled',
  'zahlen bezahlen zahlung zahlbar fällig begleichen',
  'govern governs governed apply applies applied applicable subject construed',
  'renew renews renewed renewal',
  'extend extends extended extension',
  'verlängert verlängern verlängerung',
  'sublet subletting sublease',
  'allowed permitted may can entitled',
  'keep keeps kept keeping',
  'erlaubt gestattet zulässig darf dürfen kann',
  'beginnt beginnen beginn startet',
  'endet enden ende ablauf',
  'gelten gilt anwendung anwendbar',
]);

/** Words that often, but not always, mean the same in contracts. A value found through them has to be checked. */
const oftenSame = setsOf([
  'fee fees charge charges price rent premium remuneration',
  'vergütung entgelt preis gebühr miete beitrag prämie honorar',
  'notice cancel cancels cancelled cancellation terminate terminated termination',
  'kündigungsfrist kündigen kündigt kündigung gekündigt',
  'renew renews renewed renewal extend extends extended extension',
  'govern governs governed law settle settled',
  'engagement hire hiring employment appointment tenancy',
  'hold holds held maintain maintains arrange arranges arranged',
  'insurance cover',
  'pet pets animal animals dog dogs cat cats',
  'haustier haustiere tier tiere hund hunde katze katzen',
  'automatically automatic itself tacitly',
  'automatisch automatische stillschweigend',
]);

/** Other words for a term: those that mean the same, and those that often do. */
export function alikeIn(term: string): { same: readonly string[]; often: readonly string[] } {
  const others = (sets: readonly (readonly string[])[]) =>
    sets.flatMap((set) => (set.includes(term) ? set.filter((other) => other !== term) : []));
  return { same: others(same()), often: others(oftenSame()) };
}

const silent = setsOf([
  'period given required needed necessary agreed lang lange hoch vereinbart document dokument content contents concentration result reading gehalt ergebnis messwert',
]);

/** Whether a word only asks and need not be in the answer: "with three months' notice" is a period. */
export function isSilent(term: string): boolean {
  return silent().some((terms) => terms.includes(term));
}

const CONTRACT =
  /^(?:contract|agreement|leas|polici|tenanci|mietverhaltnis)$|(?:vertrag|vereinbarung|police)s?$/u;

/**
 * Whether a term is a name for a contract. A contract may call itself by one of these names, and a question by another.
 */
export function isContractTerm(term: string): boolean {
  return CONTRACT.test(term);
}
