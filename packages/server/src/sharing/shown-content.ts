import type { AssistantContent } from '@ibid/store/internal';
import { withholdSteps, withholdView } from './withhold.js';
import type { Withholding } from './withholding.js';

/** The stored content of an answer, as a given user may see it. */
export function shownContent(
  messageId: string,
  content: AssistantContent,
  withholding: Withholding | null,
): AssistantContent {
  if (!withholding?.mayBeIn(messageId)) return content;
  return {
    shownAnswer: content.shownAnswer,
    view: withholdView(messageId, content.view, withholding),
    steps: withholdSteps(messageId, content.steps, withholding),
    // The transcript contains tool results.
    descriptor: null,
  };
}
