import type { ScopedKnowledge } from '../agentic/scoped-knowledge.js';
import { plainWords } from '../extractive/about-names.js';
import { withoutQuestionWords } from '../extractive/asked-words.js';
import { spaced } from '../extractive/collect-candidates.js';
import { termsInOtherForm } from '../extractive/other-form.js';
import type { Item } from '../knowledge/index.js';
import type { WholeQuestion } from './asks-for-whole.js';

const MOST_ITEMS = 200;
const LEAST_NAME = 3;
const FILE_NAME = /[\p{L}\p{N}][\p{L}\p{N}_.-]*\.[a-z][a-z0-9]{1,4}\b/giu;
const EVERYTHING =
  /\b(?:all|every|these|those|my|our|the)\s+(?:of\s+(?:the|my|our|these)\s+)?(?:documents?|files?|papers?|reports?|notes?|items?|e-?mails?)\b|\beverything\b|(?<!\p{L})(?:alle|sämtliche|meine|die)n?\s+(?:dokumenten?|dateien|unterlagen|berichten?)/iu;

/** The items to read, and how many there are in all. */
export interface WholeSet {
  items: Item[];
  itemsInAll: number;
  /** The selection in words, for the reader. */
  words: string;
}

/**
 * KB-13: the documents a question is about: the given ones, those it names, those the conversation is limited to, a
 * knowledge base it names, or all. Null if it does not say.
 */
export async function wholeSet(options: {
  knowledge: ScopedKnowledge;
  question: string;
  asked: WholeQuestion;
  documents?: readonly string[] | undefined;
  knowledgeBase?: string | undefined;
}): Promise<WholeSet | null> {
  const { knowledge, question, asked } = options;
  const named = options.documents?.length
    ? await byNames(knowledge, options.documents)
    : await namedIn(knowledge, question);
  if (named.length > 0) return setOf(named);
  if (options.documents?.length) return null;
  const { selection } = knowledge;
  if (selection && selection.itemIds.length > 0 && selection.knowledgeBaseIds.length === 0) {
    const items = await Promise.all(
      selection.itemIds.slice(0, MOST_ITEMS).map((id) => knowledge.getItem(id)),
    );
    return setOf(items.filter((item) => item !== null));
  }
  const bases = await knowledge.knowledgeBases();
  const wanted = (options.knowledgeBase ?? '').toLowerCase();
  const base = bases.filter(({ id, name }) =>
    wanted === ''
      ? name.length >= LEAST_NAME && question.toLowerCase().includes(name.toLowerCase())
      : id === options.knowledgeBase || name.toLowerCase() === wanted,
  );
  const isLimited = selection !== null;
  const total = await knowledge.count({ unit: 'items' });
  const isAll = isLimited || total === 1 || EVERYTHING.test(question) || asked.task === 'mentions';
  if (base.length === 0 && !isAll) return null;
  const page = await knowledge.listItems({
    limit: MOST_ITEMS,
    ...(base.length > 0 ? { knowledgeBaseIds: base.map(({ id }) => id) } : {}),
    // The index knows which documents contain the words; the others need not be read.
    ...(asked.task === 'mentions' && asked.subject ? { contentQuery: asked.subject } : {}),
  });
  return page.rows.length === 0 ? null : { ...setOf(page.rows), itemsInAll: page.total };
}

function setOf(items: readonly Item[]): WholeSet {
  const unique = [...new Map(items.map((item) => [item.id, item])).values()];
  const [first] = unique;
  const words = unique.length === 1 && first ? `“${first.title}”` : `${unique.length} documents`;
  return { items: unique, itemsInAll: unique.length, words };
}

async function byNames(knowledge: ScopedKnowledge, names: readonly string[]): Promise<Item[]> {
  const found: Item[] = [];
  for (const name of names.slice(0, MOST_ITEMS)) {
    const byId = await knowledge.getItem(name.replace(/^item\s+/iu, '').trim());
    const item = byId ?? (await knowledge.searchItemsByName({ name, limit: 1 }))[0];
    if (item) found.push(item);
  }
  return found;
}

async function namedIn(knowledge: ScopedKnowledge, question: string): Promise<Item[]> {
  const ids = new Set((await knowledge.itemsNamedIn(question)).map(({ itemId }) => itemId));
  const found = (await Promise.all([...ids].slice(0, MOST_ITEMS).map((id) => knowledge.getItem(id)))).filter(
    (item) => item !== null,
  );
  for (const [name] of question.matchAll(FILE_NAME)) {
    const [item] = await knowledge.searchItemsByName({ name, limit: 1 });
    if (item?.name.toLowerCase() === name.toLowerCase()) found.push(item);
  }
  return found.length > 0 ? found : byWords(knowledge, question);
}

const TASK =
  /(?<!\p{L})(?:summari[sz]e|summari[sz]ing|sum up|summary|overview|main|key|points|ideas|arguments|takeaways|messages|findings|about|documents?|file|fasse?|zusammen|zusammenfassung|überblick|hauptpunkte|kernaussagen|geht)(?!\p{L})/giu;
const FEWEST_WORDS = 2;
const MOST_TITLED = 5;

/** "Summarise the minutes of 13 October": the one document whose title or file name has all of these words. */
async function byWords(knowledge: ScopedKnowledge, question: string): Promise<Item[]> {
  const words = plainWords(withoutQuestionWords(question.replaceAll(TASK, ' ')));
  if (words.length < FEWEST_WORDS) return [];
  const items = await knowledge.searchItemsByName({ name: words.join(' '), limit: MOST_TITLED });
  const inOtherForm = termsInOtherForm(question, plainWords);
  const titled = items.filter(({ title, name }) => {
    const called = `${title} ${name}`;
    const held = new Set([...plainWords(`${called} ${spaced(name)}`), ...inOtherForm(called)]);
    return words.every((word) => held.has(word));
  });
  return titled.length === 1 ? titled : [];
}
