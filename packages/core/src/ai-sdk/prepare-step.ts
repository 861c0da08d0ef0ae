import { z } from 'zod';
import type { BudgetTerms, ContextRemoval } from '../context/context-report.js';
import type { OfferedTool } from '../context/context-input.js';
import type { JsonValue } from '../messages/json-value.js';
import type { ConversationMemory } from '../toolbox/conversation-memory.js';
import { type AiSdkMessage, fitMessages } from './fit-messages.js';
import { rulesFor } from './with-instructions.js';

/**
 * The part of the `prepareStep` input that is used here.
 *
 * ```ts
 * import type { AiSdkMessage, AiSdkStep } from '@ibid/core/ai-sdk';
 *
 * const isFirst = (step: AiSdkStep<AiSdkMessage>) => step.stepNumber === 0;
 * ```
 */
export interface AiSdkStep<MESSAGE extends AiSdkMessage> {
  stepNumber: number;
  model: string | { modelId: string };
  instructions?: unknown;
  messages: readonly MESSAGE[];
}

/**
 * What `prepareStep` changes in a step; absent fields stay unchanged.
 *
 * ```ts
 * import type { AiSdkMessage, PreparedStep } from '@ibid/core/ai-sdk';
 *
 * const isSilenced = (step: PreparedStep<AiSdkMessage>) => step.toolChoice === 'none';
 * ```
 */
export interface PreparedStep<MESSAGE extends AiSdkMessage> {
  toolChoice?: 'none';
  instructions?: string;
  messages?: MESSAGE[];
}

/** For models that cannot be wrapped: adds the rules and the fitting that the middleware would do. */
export async function fitStep<MESSAGE extends AiSdkMessage>(options: {
  step: AiSdkStep<MESSAGE>;
  memory: ConversationMemory;
  withReferences: boolean;
  budget: BudgetTerms;
  count: (text: string) => number;
}): Promise<{ step: PreparedStep<MESSAGE>; removals: ContextRemoval[] }> {
  const { step, memory, withReferences, budget, count } = options;
  const given = typeof step.instructions === 'string' ? step.instructions : '';
  const canCite = memory.searchTools.size > 0 || memory.ledger.sources.length > 0;
  const rules = rulesFor({ canCite, withReferences });
  // Instructions carry over to the next step, so from the second step on they contain the rules.
  const isOurs = step.instructions === undefined || typeof step.instructions === 'string';
  const instructions =
    !isOurs || rules === '' || given.includes(rules) ? given : [given, rules].filter(Boolean).join('\n\n');
  const fitted = await fitMessages({
    instructions: isOurs ? instructions : JSON.stringify(step.instructions),
    messages: step.messages,
    budget,
    count,
    handleOf: (content, origin) => memory.handleOf(content, origin),
    passagesOf: (callId, text) => memory.passagesOf(callId, text),
  });
  return {
    step: {
      ...(instructions === given ? {} : { instructions }),
      ...(fitted.removals.length === 0 ? {} : { messages: fitted.messages }),
    },
    removals: fitted.removals,
  };
}

/** Tool definitions for counting, if only the tools themselves are known. */
export function definitionsOfTools(tools: Readonly<Record<string, object>>): OfferedTool[] {
  return Object.entries(tools).map(([name, tool]) => {
    const { description, inputSchema } = tool as { description?: unknown; inputSchema?: unknown };
    return {
      name,
      description: typeof description === 'string' ? description : '',
      inputSchema: jsonSchemaOf(inputSchema),
      isSearch: false,
    };
  });
}

function jsonSchemaOf(schema: unknown): JsonValue {
  try {
    return schema instanceof z.ZodType
      ? (z.toJSONSchema(schema) as JsonValue)
      : (JSON.parse(JSON.stringify(schema ?? null)) as JsonValue);
  } catch {
    return null;
  }
}
