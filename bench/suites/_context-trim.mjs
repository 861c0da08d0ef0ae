import { HumanMessage, AIMessage, SystemMessage, ToolMessage, trimMessages } from '@langchain/core/messages';
import { TokenLimiterProcessor } from '@mastra/core/processors';
import { pruneMessages } from 'ai';
import { contextInput, cpuMicroseconds, pastTurns } from './_context-conversation.mjs';

const LIMIT = 16_000;
const MESSAGES = 1000;

/** A history of 1,000 messages trimmed to 16,000 tokens, by Ibid and by the peers' functions. */
export async function measureTrimming({ core, log }) {
  const turns = pastTurns(MESSAGES / 4);
  const input = contextInput({ core, window: LIMIT + 1024, turns });
  const whole = core.assembleContext(contextInput({ core, window: 4_000_000, turns })).prompt;
  const textOf = (message) =>
    typeof message.content === 'string' ? message.content : JSON.stringify(message.content);
  const figures = {
    messages: whole.length,
    tokens: whole.reduce((sum, message) => sum + core.countTokens(textOf(message)) + 4, 0),
  };

  const stepOf = core.createContextAssembler();
  const step = await cpuMicroseconds(() => stepOf({ ...input }), { rounds: 15, calls: 200 });
  const nextTurn = await cpuMicroseconds(() => stepOf({ ...input, pastTurns: [...turns] }), {
    rounds: 9,
    calls: 40,
  });
  // As a server reads it from its database: new objects and strings, whose counts are looked up by content.
  const stored = JSON.stringify(turns);
  const readings = Array.from({ length: 40 }, () => JSON.parse(stored));
  const reloaded = await cpuMicroseconds((call) => stepOf({ ...input, pastTurns: readings[call] }), {
    rounds: 40,
    calls: 1,
  });
  const kept = core.assembleContext(input).report;
  figures.ibid = {
    stepMicroseconds: round(step),
    nextTurnMicroseconds: round(nextTurn),
    reloadedFromStoreMicroseconds: round(reloaded),
    tokensKept: kept.totalTokens,
    turnsReported: kept.removals.length,
  };
  log('  Ibid', figures.ibid);

  const peers = {};
  const langchain = toLangChain(whole);
  // The same exact counter as Ibid's, with its cache: only the trimming itself is compared.
  const tokenCounter = (messages) => {
    let tokens = 0;
    for (const message of messages) tokens += core.countTokens(message.content) + 4;
    return tokens;
  };
  const options = { maxTokens: LIMIT, tokenCounter, strategy: 'last', includeSystem: true };
  peers.langchainTrimMessages = {
    microseconds: round(
      await cpuMicroseconds(() => trimMessages(langchain, options), { rounds: 3, calls: 3 }),
    ),
  };
  log('  LangChain trimMessages', peers.langchainTrimMessages);

  const limiter = new TokenLimiterProcessor({ limit: LIMIT, trimMode: 'contiguous' });
  const limited = await limiter.processLLMRequest({ prompt: whole });
  peers.mastraTokenLimiter = {
    microseconds: round(
      await cpuMicroseconds(() => limiter.processLLMRequest({ prompt: whole }), { rounds: 5, calls: 10 }),
    ),
    messagesKept: limited?.prompt?.length ?? null,
  };
  log('  Mastra token limiter', peers.mastraTokenLimiter);

  const prune = () =>
    pruneMessages({
      messages: whole,
      reasoning: 'all',
      toolCalls: 'before-last-2-messages',
      emptyMessages: 'remove',
    });
  peers.aiSdkPruneMessages = {
    microseconds: round(await cpuMicroseconds(prune, { rounds: 15, calls: 100 })),
    messagesKept: prune().length,
  };
  log('  AI SDK pruneMessages', peers.aiSdkPruneMessages);
  return { figures, peers };
}

function toLangChain(prompt) {
  return prompt.map((message) => {
    if (message.role === 'system') return new SystemMessage(message.content);
    const text = message.content.map((part) => part.text ?? part.output?.value ?? '').join('');
    if (message.role === 'user') return new HumanMessage(text);
    if (message.role === 'tool')
      return new ToolMessage({ content: text, tool_call_id: message.content[0].toolCallId });
    const calls = message.content.filter((part) => part.type === 'tool-call');
    return new AIMessage({
      content: text,
      tool_calls: calls.map((call) => ({ id: call.toolCallId, name: call.toolName, args: call.input })),
    });
  });
}

const round = (value) => Math.round(value * 10) / 10;
