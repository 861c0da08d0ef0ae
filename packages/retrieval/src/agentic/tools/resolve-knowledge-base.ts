import type { KnowledgeBase } from '../../knowledge/index.js';
import type { ScopedKnowledge } from '../scoped-knowledge.js';

/** Models name a base by id or by name. For an unknown one, the problem lists the existing bases. */
export async function resolveKnowledgeBase(
  knowledge: ScopedKnowledge,
  named: string,
): Promise<{ base: KnowledgeBase } | { problem: string }> {
  const bases = await knowledge.knowledgeBases();
  const wanted = named.trim().toLowerCase();
  const base = bases.find((known) => known.id === named || known.name.toLowerCase() === wanted);
  if (base) return { base };
  const known = bases.map((entry) => `${entry.id} (${entry.name})`).join(', ') || 'none';
  return { problem: `There is no knowledge base "${named}". Known: ${known}.` };
}
