import { countTokens } from '../tokens/count-tokens.js';
import type { OfferedTool } from './context-input.js';
import type { RenderMemory } from './render-cache.js';

/** Tokens one tool definition costs besides its JSON. */
const DEFINITION_OVERHEAD = 12;

/**
 * Counts of definitions that never change, by tokenizer. They outlive the render cache of a turn: every turn offers the
 * same tools, and serialising and counting their schemas took a twentieth of its time.
 */
const lasting = new WeakMap<OfferedTool, Map<string | null, number>>();

/** Promises that the definition will not change, so its tokens are counted only once. */
export function keepDefinitionTokens(tool: OfferedTool): void {
  lasting.set(tool, new Map());
}

/** Definitions without that promise are counted once per memory. */
export function definitionTokens(tool: OfferedTool, tokenizer: string | null, memory: RenderMemory): number {
  const kept = lasting.get(tool);
  if (!kept) return memory.remember('definition', tool, '', () => count(tool, tokenizer));
  const known = kept.get(tokenizer) ?? count(tool, tokenizer);
  kept.set(tokenizer, known);
  return known;
}

function count(tool: OfferedTool, tokenizer: string | null): number {
  const definition = { name: tool.name, description: tool.description, parameters: tool.inputSchema };
  return countTokens(JSON.stringify(definition), tokenizer) + DEFINITION_OVERHEAD;
}
