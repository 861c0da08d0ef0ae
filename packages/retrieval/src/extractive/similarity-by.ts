import { detectLanguage } from '../analyse/index.js';
import type { Embedder } from '../knowledge/index.js';
import { ownLanguage } from './own-words.js';

/** Enough sentences to detect their language. */
const TEXTS_TO_DETECT = 12;
/**
 * In a language that the embedder does not know, being near is a hint and never an answer: similarities above this are
 * pressed together below what counts as one, in the same order.
 */
const MOST_OF_FOREIGN = 0.45;
const SHARE_ABOVE = 0.08;

/** Compares sentences with a question by meaning. All zero without an embedder; words alone decide then. */
export function similarityBy(
  embedder: () => Promise<Embedder | null>,
): (question: string, texts: readonly string[]) => Promise<number[]> {
  return async (question, texts) => {
    const ready = await embedder();
    if (!ready || texts.length === 0) return texts.map(() => 0);
    const [query] = await ready.embed([question], 'query');
    const vectors = await ready.embed(texts, 'document', { isUrgent: true });
    const all = vectors.map((vector) =>
      vector.reduce((sum, value, at) => sum + value * (query?.[at] ?? 0), 0),
    );
    return knowsLanguages(ready, question, texts) ? all : all.map(asHint);
  };
}

const asHint = (value: number) =>
  value < MOST_OF_FOREIGN ? value : MOST_OF_FOREIGN + (value - MOST_OF_FOREIGN) * SHARE_ABOVE;

/** Few words do not show a language reliably, so an unknown one counts as known. */
function knowsLanguages({ languages }: Embedder, question: string, texts: readonly string[]): boolean {
  if (languages === null) return true;
  const ofTexts = detectLanguage(texts.slice(0, TEXTS_TO_DETECT).join('\n'));
  return [ofTexts, ownLanguage([question])].every(
    (language) => language === null || languages.includes(language),
  );
}
