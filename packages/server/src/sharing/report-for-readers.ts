import type { ContextPart, ContextReport } from '@ibid/core/internal';

/** Replaces what the owner wrote for the model but not into the conversation. */
const OWNERS = 'Only the owner of the conversation sees this.';

/** Instructions of the server, an agent, a project or the user. `prompt` is everything as sent. */
const INSTRUCTIONS: ReadonlySet<ContextPart['kind']> = new Set([
  'system',
  'agent',
  'project',
  'reminder',
  'prompt',
]);

/**
 * The context report for users whom a conversation is shared with: sharing it does not share an agent, project or
 * setting.
 */
export function reportForReaders(report: ContextReport): ContextReport {
  return {
    ...report,
    parts: report.parts.map((part) => (INSTRUCTIONS.has(part.kind) ? { ...part, text: OWNERS } : part)),
  };
}
