import type { ContextPart, ContextReport } from '@ibid/core/internal';

/** In the place of what the owner of a conversation wrote for the model, and not into the conversation. */
const OWNERS = 'Only the owner of the conversation sees this.';

/** Instructions: of the server, of an agent, of a project, of the person. `prompt` is all of it as it was sent. */
const INSTRUCTIONS: ReadonlySet<ContextPart['kind']> = new Set([
  'system',
  'agent',
  'project',
  'reminder',
  'prompt',
]);

/** What the model was shown, for those whom a conversation is shared with: sharing it shares no agent, project or setting. */
export function reportForReaders(report: ContextReport): ContextReport {
  return {
    ...report,
    parts: report.parts.map((part) => (INSTRUCTIONS.has(part.kind) ? { ...part, text: OWNERS } : part)),
  };
}
