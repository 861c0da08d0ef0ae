import { classifyByRules } from '../agentic/classify/classify-by-rules.js';
import { QUESTION_PATTERNS } from '../agentic/classify/question-patterns.js';
import { askedNames } from './asked-names.js';
import { askedWords } from './asked-words.js';
import { countFilter } from './count-filter.js';

/** Kinds of documents, and what their names contain. */
const KINDS: [RegExp, string][] = [
  [/^contracts?$/u, 'contract'],
  [/^agreements?$/u, 'agreement'],
  [/^polic(?:y|ies)$/u, 'polic'],
  [/^reports?$/u, 'report'],
  [/^articles?$/u, 'article'],
  [/^papers?$/u, 'paper'],
  [/^e-?mails?$/u, '.eml'],
  [/^tickets?$/u, 'ticket'],
  [/^notes?$/u, 'note'],
  [/^letters?$/u, 'letter'],
  [/^invoices?$/u, 'invoice'],
  [/^manuals?$/u, 'manual'],
  [/^verträgen?$/u, 'vertrag'],
  [/^richtlinien$/u, 'richtlinie'],
  [/^berichten?$/u, 'bericht'],
  [/^artikeln?$/u, 'artikel'],
  [/^notizen?$/u, 'notiz'],
  [/^briefen?$/u, 'brief'],
  [/^rechnungen?$/u, 'rechnung'],
  [/^handbücher$/u, 'handbuch'],
];
/** Words that do not narrow a count. */
const EMPTY = new Set(
  `all every each alle alles any total altogether overall currently now exist exists existing stored kept held here hier
  give find name names show number count exactly together our available uploaded added title titles titel liste zeig nenn
  auf knowledge base bases library collection folder database system index ibid insgesamt vorhanden gespeichert derzeit
  aktuell wissensbasis sammlung ordner bibliothek got mir mich uns dir sind`.split(/\s+/u),
);
/** "Does the company have": the owner of the documents owns all of them. */
const OWNER =
  /\b(?:do|does|did|has|have|hat|haben)\s+(?:the|our|my|this|das|die|der|unsere?)\s+\p{L}+(?:\s+have)?(?=[\s?.!]*$)/iu;

/** The kind of document that is counted or listed. Null for documents of any kind, or if no documents are counted. */
export function countedKind(question: string): { word: string; inNames: string } | null {
  const decision = classifyByRules({ question, language: null });
  if (decision?.class !== 'aggregate' && decision?.class !== 'list') return null;
  const word = QUESTION_PATTERNS[decision.language]?.itemNoun.exec(question)?.[0].trim().toLowerCase();
  const kind = KINDS.find(([pattern]) => word !== undefined && pattern.test(word));
  return word !== undefined && kind ? { word, inNames: kind[1] } : null;
}

/** Words in a count of documents that no filter covers, so the count includes more than was asked. */
export function uncountedWords(question: string): string[] {
  const decision = classifyByRules({ question, language: null });
  if (decision?.class !== 'aggregate' || !/^(?:en|de)$/u.test(decision.language)) return [];
  if (Object.keys(countFilter(question)).length > 0) return [];
  const [name] = askedNames(question);
  const nouns = new RegExp(QUESTION_PATTERNS[decision.language]?.itemNoun.source ?? '(?!)', 'giu');
  const rest = [name ?? ''].reduce((left, part) => (part === '' ? left : left.replace(part, ' ')), question);
  const plain = ` ${rest} `.replace(OWNER, ' ').replaceAll(nouns, ' ');
  const words = askedWords(`${plain} x`).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return words.filter((word) => !EMPTY.has(word.toLowerCase()));
}
