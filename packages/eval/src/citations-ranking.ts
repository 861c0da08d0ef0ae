import { analyseText } from '@ibid/retrieval/internal';

/** Ranks passages for a query, by index. A plain BM25, so the evaluation needs no database. */
export function rankPassages(texts: readonly string[]): (query: string, limit: number) => number[] {
  const postings = new Map<string, { passage: number; count: number }[]>();
  const lengths = texts.map((text, passage) => {
    const tokens = analyseText({ text, language: 'en' });
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    for (const [token, count] of counts) {
      const list = postings.get(token);
      if (list) list.push({ passage, count });
      else postings.set(token, [{ passage, count }]);
    }
    return tokens.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return (query, limit) => {
    const scores = new Map<number, number>();
    for (const token of new Set(analyseText({ text: query, language: 'en' }))) {
      const list = postings.get(token) ?? [];
      const rarity = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5));
      for (const { passage, count } of list) {
        const norm = count + 1.2 * (0.25 + (0.75 * (lengths[passage] ?? 0)) / average);
        scores.set(passage, (scores.get(passage) ?? 0) + (rarity * count * 2.2) / norm);
      }
    }
    return [...scores]
      .sort((left, right) => right[1] - left[1])
      .slice(0, limit)
      .map(([passage]) => passage);
  };
}
