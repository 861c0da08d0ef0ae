import type { JsonValue } from '@ibid/core';
import type { Agent } from '@ibid/store/internal';
import { z } from 'zod';

// Stored as clients sent it: what is missing, or of another kind, counts as not set.
const on = z.boolean().catch(true);
const off = z.boolean().catch(false);
const text = z.string().catch('');

const ToolSettingsSchema = z.object({
  /** An agent searches where the model is good at calling tools. */
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

/** How turns search and what they check, as administrators have set it. */
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

/** The same of an agent; without one, nothing is set. */
export function agentOptions(agent: Pick<Agent, 'options'> | null) {
  return AgentOptionsSchema.parse(agent?.options ?? {});
}
