import type { JsonValue } from '@ibid/core';
import type { Agent } from '@ibid/store/internal';
import { z } from 'zod';

// Stored as sent by clients: missing or invalid values count as not set.
const on = z.boolean().catch(true);
const off = z.boolean().catch(false);
const text = z.string().catch('');

const ToolSettingsSchema = z.object({
  /** Use a search agent if the model is good at calling tools. */
  agentic: on,
  searchFirst: z.enum(['always', 'never', 'automatic']).catch('automatic'),
  openUrl: off,
  titles: on,
  secondOpinion: off,
  repair: off,
  against: off,
  claimsByMeaning: off,
  retrievalInstructions: text,
});

/** How turns search and check, as set by administrators. */
export function toolSettings(system: { tools: Readonly<Record<string, JsonValue>> }) {
  return ToolSettingsSchema.parse(system.tools);
}

const AgentOptionsSchema = z.object({
  /** AGR-7 */
  managedContext: off,
  requirePreselectedContexts: off,
  retrievalInstructions: text,
  classifyingModelId: text,
  searchingModelId: text,
});

/** The same for an agent; without one, nothing is set. */
export function agentOptions(agent: Pick<Agent, 'options'> | null) {
  return AgentOptionsSchema.parse(agent?.options ?? {});
}
