import { plainWords } from './about-names.js';
import { askedNames } from './asked-names.js';
import { isEveryday } from './asked-things.js';
import { askedWords } from './asked-words.js';
import type { PromptDocument } from './read-prompt.js';
import { replacedVersions } from './replaced-versions.js';
import type { SelectedSentence, SelectSentencesOptions } from './select-sentences.js';

/** "The two reports on …", "both offers", "die beiden Berichte": asks something about each. */
const OF_EACH =
  /\b(?:(?:the|these|our|all)\s+(?:two|three|four)|both(?:\s+of)?(?:\s+(?:the|our))?|each of the(?:\s+(?:two|three|four))?|(?:die|der|den|unsere[rn]?)\s+(?:beiden|zwei|drei|vier)|beiden?)\s+(?<kind>\p{L}{4,})(?<on>\s+(?:on|about|of|for|from|concerning|über|zu|zum|zur|von|für|aus)\b)?/iu;
const FEWEST = 2;
const MOST = 4;
/** Share of the question's words that a sentence must contain. */
const MOST_OF_IT = 0.6;
/** How far down a document says what it is. */
const HEAD = 300;

/** Removes the plural ending of `reports` or `Berichte`. */
function single(kind: string): string {
  return kind.toLowerCase().replace(/(?:ies|es|en|s|e|n)$/u, '');
}

/**
 * For a question about each of several documents of one kind: what each of them says, newest first. Null for other
 * questions, and if fewer than two say it.
 */
export async function answerEach(
  options: SelectSentencesOptions,
  select: (options: SelectSentencesOptions) => Promise<SelectedSentence[]>,
): Promise<SelectedSentence[] | null> {
  const { question, documents } = options;
  const found = OF_EACH.exec(question);
  const kind = found?.groups?.['kind'];
  if (!found || kind === undefined) return null;
  const stem = single(kind);
  const names = askedNames(question.replace(found[0], ' '));
  const words = names.flatMap(plainWords);
  const isOfKind = (text: string) =>
    plainWords(text.replaceAll(/[-_./]/gu, ' ')).some((word) => word.startsWith(stem));
  const isAbout = (all: readonly PromptDocument[]) => {
    const held = new Set(all.flatMap(({ title, contents }) => plainWords(`${title} ${contents}`)));
    return words.every((word) => held.has(word));
  };
  const numbers = [...new Set(documents.map(({ number }) => number))];
  const passages = numbers.map((number) => documents.filter((document) => document.number === number));
  const about = passages.filter(isAbout);
  const named = about.filter(([first]) => first && isOfKind(`${first.title} ${first.path}`));
  const meant =
    named.length < FEWEST ? about.filter(([first]) => isOfKind(first?.contents.slice(0, HEAD) ?? '')) : named;
  if (meant.length < FEWEST) return null;
  const asked = names
    .reduce((left, name) => left.replaceAll(name, ' '), question.replace(found[0], ' '))
    .replaceAll(/\s+/gu, ' ');
  const content = (askedWords(asked).match(/[\p{L}\p{N}-]+/gu) ?? []).filter((word) => !isEveryday(word));
  const wanted = [...new Set(content.flatMap((word) => options.terms(word)))];
  const replaced = replacedVersions(documents);
  const sides: SelectedSentence[] = [];
  for (const all of meant.slice(0, MOST)) {
    const [document] = all;
    const [best] = await select({ ...options, question: asked, documents: all, most: 1 });
    if (!document || !best) continue;
    const held = new Set(options.terms(`${best.columns ?? ''} ${best.text}`));
    if (wanted.filter((term) => held.has(term)).length < wanted.length * MOST_OF_IT) continue;
    const { dispute: _, file: __, isNear: ___, unmentioned: ____, missing: _____, ...rest } = best;
    const isReplaced = replaced.has(document.number);
    sides.push({
      ...rest,
      strength: 1,
      title: document.title,
      date: document.date,
      ...(isReplaced && { isReplaced }),
    });
  }
  if (sides.length < FEWEST) return null;
  const inOrder = sides.toSorted(
    (one, other) =>
      Number(one.isReplaced ?? false) - Number(other.isReplaced ?? false) ||
      (other.date ?? '').localeCompare(one.date ?? ''),
  );
  if (new Set(inOrder.map(({ text }) => text)).size === 1) return inOrder;
  const dispute = {
    isOpen: true,
    isDated: inOrder.every(({ date }) => date !== null),
    ...(inOrder.some(({ isReplaced }) => isReplaced) && { isSettled: true }),
  };
  return inOrder.map((side) => ({ ...side, dispute }));
}
