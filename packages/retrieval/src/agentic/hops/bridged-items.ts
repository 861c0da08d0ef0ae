import { chunkOfHit, type EvidenceEntry } from '../evidence.js';
import type { ScopedKnowledge } from '../scoped-knowledge.js';
import { HOP_WEIGHTS, type HopCandidate } from './hop.js';
import { contextShare, gate } from './linked-items.js';
import { namesInText } from './names-in-text.js';
import type { QuestionWords } from './question-words.js';

/**
 * Chunks that share a rare name with the best ones, even if no item has it as its title. They score by the words of the
 * question that they add.
 */
export async function bridgedItems(options: {
  question: string;
  parents: readonly EvidenceEntry[];
  words: QuestionWords;
  knowledge: ScopedKnowledge;
  totalChunks: number;
  signal: AbortSignal;
}): Promise<HopCandidate[]> {
  const { words, knowledge } = options;
  const asked = options.question.toLowerCase();
  const candidates: HopCandidate[] = [];
  const tried = new Set<string>();
  for (const parent of options.parents) {
    const text = parent.chunk.text ?? '';
    const missing = words.missingIn(`${parent.chunk.title}\n${text}`);
    const strength = gate(parent, words) * Math.min(1, parent.score) * HOP_WEIGHTS.bridge;
    const names = namesInText(text).filter(({ name }) => !asked.includes(name.toLowerCase()));
    for (const { name, start } of names.slice(0, HOP_WEIGHTS.bridgeNames)) {
      if (tried.has(name) || options.signal.aborted) continue;
      tried.add(name);
      const hits = await knowledge.search({
        query: name,
        mode: 'keyword',
        topK: HOP_WEIGHTS.bridgeSpread + 1,
      });
      const holding = hits.filter((hit) =>
        `${hit.title}\n${hit.text}`.toLowerCase().includes(name.toLowerCase()),
      );
      if (holding.length === 0 || holding.length > HOP_WEIGHTS.bridgeSpread) continue;
      const rare =
        Math.log(options.totalChunks / holding.length) / Math.log(Math.max(options.totalChunks, 2));
      const context = contextShare(text, start, words);
      for (const hit of holding) {
        if (hit.id === parent.chunk.chunkId) continue;
        const covers = words.share(`${hit.title}\n${hit.text}`, missing);
        // A shared name alone is not enough: a chunk that adds no word of the question would displace one that does.
        if (covers === 0) continue;
        const share = HOP_WEIGHTS.bridgeCovers;
        candidates.push({
          itemId: hit.itemId,
          chunk: chunkOfHit(hit),
          score: strength * rare * (1 - share + share * covers + HOP_WEIGHTS.context * context),
          hop: parent.hop + 1,
          via: `shares “${name}” with ${parent.chunk.title}`,
        });
      }
    }
  }
  return candidates;
}
