import { descriptorSettingsFor } from '../descriptors/descriptor-settings.js';
import type { ChatMessage, PastTurn } from '../messages/chat-message.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { countTokens } from '../tokens/count-tokens.js';
import { encodingOf } from '../tokens/encoding-name.js';
import { keyOfText } from '../tokens/kept-counts.js';
import type { KeptCounts } from '../tokens/kept-counts.js';
import type { StepContext } from './context-input.js';
import type { CountOfMessage } from './render-past-turn.js';
import { renderPastTurn } from './render-past-turn.js';

/**
 * CTX-10: the token counts that messages lack for the tokenizer in use. They are stored with the messages, so a history
 * read after a restart or by another server is not counted again. Newest first, as far as the window reaches. Messages
 * that have counts of this tokenizer are skipped; counts of other tokenizers are kept.
 */
export function countsToKeep(options: {
  context: Pick<StepContext, 'model' | 'settings' | 'descriptorsEnabled' | 'descriptorSettings'>;
  /** Of one branch, oldest first. */
  turns: readonly PastTurn[];
  ledger: SourceLedgerSnapshot;
}): { messageId: string; tokenCounts: KeptCounts }[] {
  const { model, settings, descriptorsEnabled, descriptorSettings } = options.context;
  const encoding = encodingOf(model);
  const found = new Map<ChatMessage, Record<string, number>>();
  const count: CountOfMessage = (text, message) => {
    const tokens = countTokens(text, encoding, message?.tokenCounts?.[encoding]);
    if (message && !message.tokenCounts?.[encoding]) {
      const counts = found.get(message) ?? {};
      counts[keyOfText(text)] = tokens;
      found.set(message, counts);
    }
    return tokens;
  };
  let room = model.contextWindow;
  for (let position = options.turns.length - 1; position >= 0 && room >= 0; position -= 1) {
    const turn = options.turns[position] as PastTurn;
    if (areKept(turn, encoding)) {
      room -= sumOf(turn, encoding);
      continue;
    }
    const { block } = renderPastTurn({
      turn,
      ledger: options.ledger,
      vision: model.vision,
      pastResultSummaries: settings.pastResultSummaries,
      descriptorsEnabled,
      descriptorSettings: descriptorSettingsFor({
        settings: descriptorSettings,
        window: model.contextWindow,
      }),
      count,
    });
    room -= block.tokens;
  }
  return [...found].map(([message, counts]) => ({
    messageId: message.id,
    tokenCounts: { ...message.tokenCounts, [encoding]: counts },
  }));
}

function areKept({ user, assistant }: PastTurn, encoding: string): boolean {
  return Boolean(user.tokenCounts?.[encoding] && (!assistant || assistant.tokenCounts?.[encoding]));
}

function sumOf({ user, assistant }: PastTurn, encoding: string): number {
  let tokens = 0;
  for (const message of [user, assistant])
    for (const one of Object.values(message?.tokenCounts?.[encoding] ?? {})) tokens += one;
  return tokens;
}
