import { descriptorTools } from '../descriptors/tools/descriptor-tools.js';
import { countTokensUncached } from '../tokens/count-tokens.js';
import { DEFAULT_ENCODING } from '../tokens/encoding-name.js';
import type { RunTurnOptions } from './run-turn-options.js';
import type { Tool } from '../messages/tool.js';

/** The caller's tools, plus the descriptor tools if the feature is on (FD-3, FD-9). */
export function toolsOfTurn(
  options: Pick<
    RunTurnOptions,
    'context' | 'tools' | 'descriptors' | 'workspace' | 'assistantMessageId' | 'descriptorSettings'
  >,
): Tool[] {
  const tools = new Map(options.tools.map((tool) => [tool.name, tool]));
  if (options.context.descriptorsEnabled && options.descriptors) {
    const own = descriptorTools({
      store: options.descriptors,
      workspace: options.workspace ?? null,
      messageId: options.assistantMessageId,
      countTokens: (text) => countTokensUncached(text, options.context.model.tokenizer),
      tokenizer: options.context.model.tokenizer ?? DEFAULT_ENCODING,
      settings: options.context.descriptorSettings ?? options.descriptorSettings ?? {},
    });
    for (const [name, tool] of tools) tools.set(name, sayingWhatTakesHandles(tool));
    for (const tool of own) if (!tools.has(tool.name)) tools.set(tool.name, tool);
  }
  return [...tools.values()];
}

/** A model passes on a handle only if it knows that it may. */
function sayingWhatTakesHandles(tool: Tool): Tool {
  const names = tool.acceptsDescriptors ?? [];
  if (names.length === 0) return tool;
  return {
    ...tool,
    description: `${tool.description}\nTakes handles (fd:…, ref:…) in: ${names.join(', ')}.`,
  };
}
