import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import { briefDefinition, countTokens } from '@ibid/core/internal';
import type { JsonValue } from '@ibid/core';

/** The rest is for the answer, and for differences between tokenizers. */
const PROMPT_SHARE = 0.75;
/** Share of the room left by the tools. The rest is for the results of the steps. */
const BEGINNING_SHARE = 0.6;
const LEFT_OUT = '[Left out to make room. What it found is kept.]';
/** A result cut shorter than this says nothing. */
const LEAST_CHARACTERS = 200;

/**
 * CTX-10 for the searching agent: fits a step's prompt into the model's window, because a provider would refuse a
 * longer one or cut it silently. Nothing is lost: evidence is kept outside the prompt. Each measure goes only as far as
 * needed, in this order: shorten tool definitions; drop results of earlier steps, oldest first; drop tools that read
 * on; drop earlier steps; shorten results of the last step. Null if it cannot fit.
 */
export function fitSearchStep(options: {
  prompt: LanguageModelV4Prompt;
  tools: LanguageModelV4FunctionTool[];
  /** How many of the tools belong to the strategy. They come first. */
  ownTools: number;
  window: number;
}): { prompt: LanguageModelV4Prompt; tools: LanguageModelV4FunctionTool[] } | null {
  const { ownTools, window } = options;
  const prompt = [...options.prompt];
  let { tools } = options;
  const room = Math.floor(window * PROMPT_SHARE);
  const over = (): number => tokensOf(prompt) + tokensOf(tools) - room;
  // A token is at least one byte, so most prompts need no counting.
  if (Buffer.byteLength(JSON.stringify([prompt, tools])) <= room || over() <= 0) return { prompt, tools };
  tools = tools.map(inShort);
  if (over() <= 0) return { prompt, tools };
  const places = prompt.flatMap(({ role }, place) => (role === 'tool' ? [place] : []));
  for (const place of places.slice(0, -1)) {
    prompt[place] = withResults(prompt[place]!, () => LEFT_OUT);
    if (over() <= 0) return { prompt, tools };
  }
  while (tools.length > ownTools) {
    tools = tools.slice(0, -1);
    if (over() <= 0) return { prompt, tools };
  }
  const begins = () => prompt.flatMap(({ role }, place) => (role === 'assistant' ? [place] : []));
  for (
    let [first, second] = begins();
    first !== undefined && second !== undefined;
    [first, second] = begins()
  ) {
    prompt.splice(first, second - first);
    if (over() <= 0) return { prompt, tools };
  }
  const last = prompt.findLastIndex(({ role }) => role === 'tool');
  if (last === -1) return null;
  const whole = prompt[last]!;
  let characters = JSON.stringify(whole).length;
  while (characters >= LEAST_CHARACTERS) {
    characters = Math.floor(characters / 2);
    const most = characters;
    prompt[last] = withResults(whole, (text) =>
      text.length > most ? `${text.slice(0, most)} ${LEFT_OUT}` : text,
    );
    if (over() <= 0) return { prompt, tools };
  }
  return null;
}

/** Tokens left for instructions and question beside the short definitions of the strategy's own tools. */
export function roomForBeginning(options: {
  tools: readonly LanguageModelV4FunctionTool[];
  ownTools: number;
  window: number;
}): number {
  const own = options.tools.slice(0, options.ownTools).map(inShort);
  return Math.floor((options.window * PROMPT_SHARE - tokensOf(own)) * BEGINNING_SHARE);
}

function inShort(tool: LanguageModelV4FunctionTool): LanguageModelV4FunctionTool {
  const { name, description = '', inputSchema } = tool;
  const brief = briefDefinition({
    name,
    description,
    inputSchema: inputSchema as JsonValue,
    isSearch: false,
  });
  return { ...tool, description: brief.description, inputSchema: brief.inputSchema as typeof inputSchema };
}

function tokensOf(value: unknown): number {
  return countTokens(JSON.stringify(value));
}

function withResults(
  message: LanguageModelV4Message,
  change: (text: string) => string,
): LanguageModelV4Message {
  if (message.role !== 'tool') return message;
  return {
    ...message,
    content: message.content.map((part) =>
      part.type === 'tool-result' && (part.output.type === 'text' || part.output.type === 'error-text')
        ? { ...part, output: { ...part.output, value: change(part.output.value) } }
        : part,
    ),
  };
}
