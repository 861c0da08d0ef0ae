import type { EvidenceEntry } from '../evidence.js';
import type { ScopedKnowledge } from '../scoped-knowledge.js';
import { HOP_WEIGHTS, type HopCandidate } from './hop.js';
import type { QuestionWords } from './question-words.js';
import { rarity } from './rarity.js';

const CONTEXT_CHARACTERS = 60;

/** Items that the best chunks mention (KB-7), weighted by the context of the mention. */
export async function linkedItems(options: {
  question: string;
  parents: readonly EvidenceEntry[];
  words: QuestionWords;
  knowledge: ScopedKnowledge;
  totalChunks: number;
}): Promise<HopCandidate[]> {
  const { parents, words } = options;
  const byChunk = new Map(parents.map((entry) => [entry.chunk.chunkId, entry]));
  const asked = options.question.toLowerCase();
  const links = await options.knowledge.linksFrom([...byChunk.keys()]);
  return links.flatMap((link) => {
    const parent = byChunk.get(link.fromChunkId);
    if (!parent || asked.includes(link.mention.toLowerCase())) return [];
    const text = parent.chunk.text ?? '';
    const common = 1 - rarity(link.chunksMentioning, options.totalChunks);
    const context = contextShare(text, text.indexOf(link.mention), words);
    return [
      {
        itemId: link.toItemId,
        chunk: null,
        score:
          gate(parent, words) *
          Math.min(1, parent.score) *
          (HOP_WEIGHTS.link + HOP_WEIGHTS.context * context - HOP_WEIGHTS.common * common),
        hop: parent.hop + 1,
        via: `mentioned in ${parent.chunk.title}: ${link.mention}`,
      },
    ];
  });
}

/** How far the words just before a mention are words of the question: "directed by", "mother of". */
export function contextShare(text: string, at: number, words: QuestionWords): number {
  if (at < 0) return 0;
  const near = words.wordsOf(text.slice(Math.max(0, at - CONTEXT_CHARACTERS), at));
  const weight = words.weight(words.terms.filter((term) => near.has(term)));
  const heaviest = Math.max(...words.terms.map((term) => words.weight([term])), 1e-9);
  return Math.min(1, weight / heaviest);
}

/** Reduces the score of hops from a chunk that has nearly all words of the question, because it probably answers it. */
export function gate(parent: EvidenceEntry, words: QuestionWords): number {
  const text = `${parent.chunk.title}\n${parent.chunk.text ?? ''}`;
  const missing = 1 - words.share(text, words.terms);
  const { missingFloor: floor, missingShare: enough } = HOP_WEIGHTS;
  return Math.min(1, floor + ((1 - floor) * missing) / enough);
}
