// One function per contender: sets itself up and returns `turn()`, which runs one whole turn, reads every streamed
// piece of text, and returns the answer and the number of pieces. All run in process with a fake model of their own
// interface that has its pieces ready, so only the loop is measured.
import {
  answer,
  answerText,
  chunks,
  documents,
  fakeModelV4,
  partStream,
  QUESTION,
  SYSTEM,
  TOOL,
} from './_turn-workload.mjs';

export const contenders = {
  // Everything on: context assembly, descriptors, reference tags and citations parsed, every citation checked.
  ibid: () => ibid({}),
  // The same without the check: the markers are parsed, and refer to sources that do not exist.
  'ibid-parsing': () => ibid({ shift: 5 }),
  // Also without context assembly, which no peer has: the loop alone.
  'ibid-loop': () => ibid({ shift: 5, assembleContext: bareContext }),

  // No loop at all: reads the parts of the same model stream as Ibid, pi and the AI SDK. Its cost is the lower bound
  // for everyone.
  'reading-alone': async () => async () => {
    const model = fakeModelV4();
    let text = '';
    let pieces = 0;
    for (let request = 0; request < 2; request++) {
      const reader = (await model.doStream({})).stream.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        if (value.type !== 'text-delta') continue;
        text += value.delta;
        pieces++;
      }
    }
    return { text, pieces };
  },

  // The bare loop with pi's own events ready-made: no provider stream is read.
  pi: () => pi({ ready: true }),
  // The same loop on the same model stream as Ibid and the AI SDK.
  'pi-on-model-stream': () => pi({ ready: false }),

  'ai-sdk': async () => {
    const { streamText, tool, isStepCount, stepCountIs } = await import('ai');
    const { z } = await import('zod');
    const search = tool({
      description: 'Searches.',
      inputSchema: z.object({ query: z.string() }),
      execute: async () => ({ documents }),
    });
    return async () => {
      const result = streamText({
        model: fakeModelV4(),
        system: SYSTEM,
        prompt: QUESTION,
        tools: { [TOOL]: search },
        stopWhen: (isStepCount ?? stepCountIs)(8),
      });
      let text = '';
      let pieces = 0;
      for await (const part of result.fullStream) {
        if (part.type !== 'text-delta') continue;
        text += part.text;
        pieces++;
      }
      return { text, pieces };
    };
  },

  langgraph: async () => {
    const { createReactAgent } = await import('@langchain/langgraph/prebuilt');
    const { model, search } = await langchainParts();
    const agent = createReactAgent({ llm: model, tools: [search], prompt: SYSTEM });
    return () => readLangchain(agent, model);
  },

  langchain: async () => {
    const { createAgent } = await import('langchain');
    const { model, search } = await langchainParts();
    const agent = createAgent({ model, tools: [search], systemPrompt: SYSTEM });
    return () => readLangchain(agent, model);
  },

  mastra: async () => {
    const { Agent } = await import('@mastra/core/agent');
    const { createTool } = await import('@mastra/core/tools');
    const { z } = await import('zod');
    const search = createTool({
      id: TOOL,
      description: 'Searches.',
      inputSchema: z.object({ query: z.string() }),
      execute: async () => ({ documents }),
    });
    let requests = 0;
    const usage = { inputTokens: 900, outputTokens: 400, totalTokens: 1300 };
    // Mastra takes models of the AI SDK's second interface, whose parts have the same names except the finish part.
    const model = {
      specificationVersion: 'v2',
      provider: 'fake',
      modelId: 'fake',
      supportedUrls: {},
      doStream: async () => {
        const isCall = requests++ % 2 === 0;
        const stream = partStream(isCall).pipeThrough(
          new TransformStream({
            transform(part, controller) {
              controller.enqueue(
                part.type === 'finish'
                  ? { type: 'finish', finishReason: part.finishReason.unified, usage }
                  : part,
              );
            },
          }),
        );
        return { stream };
      },
    };
    const agent = new Agent({
      id: 'bench',
      name: 'bench',
      instructions: SYSTEM,
      model,
      tools: { [TOOL]: search },
    });
    return async () => {
      const output = await agent.stream(QUESTION, { maxSteps: 8 });
      let text = '';
      let pieces = 0;
      for await (const chunk of output.fullStream) {
        if (chunk.type !== 'text-delta') continue;
        text += chunk.payload.text;
        pieces++;
      }
      return { text, pieces };
    };
  },

  'openai-agents': async () => {
    const { Agent, run, tool, setTracingDisabled, Usage } = await import('@openai/agents');
    const { z } = await import('zod');
    setTracingDisabled(true);
    let requests = 0;
    const usage = { inputTokens: 900, outputTokens: 400, totalTokens: 1300 };
    const model = {
      getResponse: async () => {
        throw new Error('not used');
      },
      async *getStreamedResponse() {
        const isCall = requests++ % 2 === 0;
        yield { type: 'response_started' };
        const output = isCall
          ? [
              {
                type: 'function_call',
                callId: `call-${requests}`,
                name: TOOL,
                arguments: JSON.stringify({ query: QUESTION }),
                status: 'completed',
              },
            ]
          : [
              {
                type: 'message',
                role: 'assistant',
                status: 'completed',
                id: 'm',
                content: [{ type: 'output_text', text: answerText }],
              },
            ];
        if (!isCall) for (const delta of answer) yield { type: 'output_text_delta', delta };
        yield { type: 'response_done', response: { id: 'r', usage, output } };
      },
    };
    const search = tool({
      name: TOOL,
      description: 'Searches.',
      parameters: z.object({ query: z.string() }),
      execute: async () => JSON.stringify({ documents }),
    });
    const agent = new Agent({ name: 'bench', instructions: SYSTEM, model, tools: [search] });
    void Usage;
    return async () => {
      const result = await run(agent, QUESTION, { stream: true });
      let text = '';
      let pieces = 0;
      for await (const event of result) {
        if (event.type !== 'raw_model_stream_event' || event.data.type !== 'output_text_delta') continue;
        text += event.data.delta;
        pieces++;
      }
      await result.completed;
      return { text, pieces };
    };
  },

  tanstack: async () => {
    const { chat, toolDefinition, maxIterations } = await import('@tanstack/ai');
    const { BaseTextAdapter } = await import('@tanstack/ai/adapters');
    const { z } = await import('zod');
    const search = toolDefinition({
      name: TOOL,
      description: 'Searches.',
      inputSchema: z.object({ query: z.string() }),
    }).server(async () => ({ documents }));
    class Fake extends BaseTextAdapter {
      name = 'fake';
      requests = 0;
      async *chatStream() {
        const isCall = this.requests++ % 2 === 0;
        const base = { timestamp: 0, model: 'fake', runId: 'r', threadId: 't' };
        yield { type: 'RUN_STARTED', ...base };
        if (isCall) {
          yield {
            type: 'TOOL_CALL_START',
            toolCallId: 'call-1',
            toolCallName: TOOL,
            toolName: TOOL,
            index: 0,
            ...base,
          };
          yield {
            type: 'TOOL_CALL_ARGS',
            toolCallId: 'call-1',
            delta: JSON.stringify({ query: QUESTION }),
            ...base,
          };
          yield {
            type: 'TOOL_CALL_END',
            toolCallId: 'call-1',
            toolCallName: TOOL,
            toolName: TOOL,
            input: { query: QUESTION },
            ...base,
          };
          yield { type: 'RUN_FINISHED', finishReason: 'tool_calls', ...base };
        } else {
          yield { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant', ...base };
          for (const delta of answer) yield { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta, ...base };
          yield { type: 'TEXT_MESSAGE_END', messageId: 'm', ...base };
          yield { type: 'RUN_FINISHED', finishReason: 'stop', ...base };
        }
      }
    }
    return async () => {
      const stream = chat({
        adapter: new Fake({}, 'fake'),
        systemPrompts: [SYSTEM],
        messages: [{ role: 'user', content: QUESTION }],
        tools: [search],
        agentLoopStrategy: maxIterations(8),
      });
      let text = '';
      let pieces = 0;
      for await (const chunk of stream) {
        if (chunk.type !== 'TEXT_MESSAGE_CONTENT') continue;
        text += chunk.delta;
        pieces++;
      }
      return { text, pieces };
    };
  },

  genkit: async () => {
    const { genkit, z } = await import('genkit');
    const ai = genkit({});
    let requests = 0;
    ai.defineModel(
      { name: 'fake', supports: { tools: true, multiturn: true, systemRole: true } },
      async (_request, sendChunk) => {
        if (requests++ % 2 === 0) {
          return {
            message: {
              role: 'model',
              content: [{ toolRequest: { name: TOOL, ref: 'call-1', input: { query: QUESTION } } }],
            },
            finishReason: 'stop',
          };
        }
        for (const delta of answer) sendChunk({ content: [{ text: delta }] });
        return { message: { role: 'model', content: [{ text: answerText }] }, finishReason: 'stop' };
      },
    );
    const search = ai.defineTool(
      { name: TOOL, description: 'Searches.', inputSchema: z.object({ query: z.string() }) },
      async () => ({ documents }),
    );
    return async () => {
      const { stream, response } = ai.generateStream({
        model: 'fake',
        system: SYSTEM,
        prompt: QUESTION,
        tools: [search],
        maxTurns: 8,
      });
      let text = '';
      let pieces = 0;
      for await (const chunk of stream) {
        if (chunk.text === '') continue;
        text += chunk.text;
        pieces++;
      }
      await response;
      return { text, pieces };
    };
  },
};

function bareContext(input) {
  const budget = { window: 0, reservedOutput: 0, safetyMargin: 0, toolDefinitions: 0, available: 0 };
  const project = { mode: 'none', reason: '' };
  const report = {
    modelId: 'fake',
    tokenizer: '',
    parts: [],
    removals: [],
    budget,
    totalTokens: 0,
    project,
    sharedPrefixTokens: null,
  };
  return {
    prompt: [],
    report,
    ledger: input.ledger,
    shownChunks: new Map(),
    tools: input.tools,
    toolChoice: 'auto',
    toolRoom: 0,
  };
}

/** What an application passes. The test kit would bring its servers along, which no application loads. */
function turnOptions({ question, context, ...rest }) {
  let ids = 0;
  return {
    conversationId: 'conversation-1',
    turnId: 'turn-1',
    assistantMessageId: 'message-assistant',
    user: {
      role: 'user',
      id: 'message-user',
      text: question,
      files: [],
      images: [],
      createdAt: '2026-01-02T03:04:05.000Z',
    },
    ledger: { sources: [] },
    clock: {
      now: () => Date.now(),
      after: (milliseconds, callback) => {
        const timer = setTimeout(() => callback(), milliseconds);
        return () => clearTimeout(timer);
      },
      yield: () => new Promise((done) => setImmediate(done)),
    },
    newId: () => `id-${++ids}`,
    context: {
      model: {
        modelId: 'scripted-model',
        contextWindow: 32_000,
        maxOutputTokens: 4_000,
        vision: false,
        tokenizer: 'o200k_base',
        canForbidTools: true,
        cacheBreakpoints: 'none',
      },
      settings: {
        reservedOutputTokens: 4_000,
        safetyMarginShare: 0.05,
        projectShare: 0.6,
        citationRulesAfterSearchOnly: false,
        pastResultSummaries: false,
        summaryThresholdShare: 0.75,
        summaryKeepShare: 0.2,
      },
      agent: null,
      project: null,
      pastTurns: [],
      summary: null,
      userReminder: null,
      timeZone: 'UTC',
      ...context,
    },
    ...rest,
  };
}

async function ibid({ shift = 0, assembleContext }) {
  const { defineTool, MemoryDescriptorStore, runTurn } = await import('@ibid/core');
  // Core has a copy in its bundle; an application that writes tools loads this one too, as here.
  const { z } = await import('../../node_modules/zod/index.js');
  const search = defineTool({
    name: TOOL,
    description: 'Searches.',
    inputSchema: z.object({ query: z.string() }),
    isSearch: true,
    execute: async () => ({ text: '', chunks }),
  });
  return async () => {
    let text = '';
    let pieces = 0;
    const turn = runTurn(
      turnOptions({
        model: fakeModelV4({ shift }),
        question: QUESTION,
        tools: [search],
        ...(assembleContext ? { assembleContext } : {}),
        descriptors: new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00Z' }),
        context: { systemPrompt: SYSTEM, descriptorsEnabled: true },
        onPacket: (packet) => {
          if (packet.type !== 'answer-delta') return;
          text += packet.text;
          pieces++;
        },
      }),
    );
    const result = await turn.result;
    if (result.status !== 'complete') throw new Error(result.error?.message);
    const checked = result.citations.filter((citation) => citation.verdict !== 'unknown').length;
    if (result.citations.length !== 12 || checked !== (shift ? 0 : 12))
      throw new Error(`${checked} citations were checked.`);
    return { text: shift ? unshifted(text, shift) : text, pieces };
  };
}

function unshifted(text, shift) {
  return text.replaceAll(/\[(\d+)\]/g, (_, number) => `[${Number(number) - shift}]`);
}

async function pi({ ready }) {
  const { runAgentLoop } = await import('@mariozechner/pi-agent-core');
  const { createAssistantMessageEventStream, Type } = await import('@mariozechner/pi-ai');
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost };
  const message = (content, stopReason) => ({
    role: 'assistant',
    content,
    api: 'fake',
    provider: 'fake',
    model: 'fake',
    usage,
    stopReason,
    timestamp: 0,
  });
  const tool = {
    name: TOOL,
    label: TOOL,
    description: 'Searches.',
    parameters: Type.Object({ query: Type.String() }),
    execute: async () => ({ content: [{ type: 'text', text: JSON.stringify({ documents }) }], details: {} }),
  };
  // As pi's providers do it: one growing message, one event for each part.
  const eventsOf = (stream, text, partial) => ({
    begin: () => {
      stream.push({ type: 'start', partial });
      stream.push({ type: 'text_start', contentIndex: 0, partial });
    },
    delta: (delta) => {
      text.text += delta;
      stream.push({ type: 'text_delta', contentIndex: 0, delta, partial });
    },
    call: (input) => {
      const toolCall = { type: 'toolCall', id: 'call-1', name: TOOL, arguments: JSON.parse(input) };
      const called = message([toolCall], 'toolUse');
      stream.push({ type: 'start', partial: called });
      stream.push({ type: 'toolcall_start', contentIndex: 0, partial: called });
      stream.push({ type: 'toolcall_end', contentIndex: 0, toolCall, partial: called });
      stream.push({ type: 'done', reason: 'toolUse', message: called });
    },
    done: () => {
      stream.push({ type: 'text_end', contentIndex: 0, content: text.text, partial });
      stream.push({ type: 'done', reason: 'stop', message: partial });
    },
  });
  const fromModel = async (model, events) => {
    const reader = (await model.doStream({})).stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.type === 'text-start') events.begin();
      else if (value.type === 'text-delta') events.delta(value.delta);
      else if (value.type === 'text-end') events.done();
      else if (value.type === 'tool-call') events.call(value.input);
    }
  };
  return async () => {
    const model = fakeModelV4();
    let requests = 0;
    const streamFn = () => {
      const stream = createAssistantMessageEventStream();
      const content = { type: 'text', text: '' };
      const events = eventsOf(stream, content, message([content], 'stop'));
      const isCall = requests++ === 0;
      if (!ready) {
        void fromModel(model, events).then(() => stream.end());
        return stream;
      }
      if (isCall) events.call(JSON.stringify({ query: QUESTION }));
      else {
        events.begin();
        for (const delta of answer) events.delta(delta);
        events.done();
      }
      stream.end();
      return stream;
    };
    let text = '';
    let pieces = 0;
    await runAgentLoop(
      [{ role: 'user', content: QUESTION, timestamp: 0 }],
      { systemPrompt: SYSTEM, messages: [], tools: [tool] },
      { model: { id: 'fake', api: 'fake', provider: 'fake' }, convertToLlm: (messages) => messages },
      (event) => {
        if (event.type !== 'message_update' || event.assistantMessageEvent.type !== 'text_delta') return;
        text += event.assistantMessageEvent.delta;
        pieces++;
      },
      undefined,
      streamFn,
    );
    return { text, pieces };
  };
}

async function langchainParts() {
  const { SimpleChatModel } = await import('@langchain/core/language_models/chat_models');
  const { AIMessageChunk } = await import('@langchain/core/messages');
  const { ChatGenerationChunk } = await import('@langchain/core/outputs');
  const { tool } = await import('@langchain/core/tools');
  const { z } = await import('zod');
  class Fake extends SimpleChatModel {
    requests = 0;
    _llmType() {
      return 'fake';
    }
    async _call() {
      throw new Error('not used');
    }
    bindTools() {
      return this;
    }
    async *_streamResponseChunks(_messages, _options, runManager) {
      if (this.requests++ % 2 === 0) {
        const message = new AIMessageChunk({
          content: '',
          tool_call_chunks: [
            {
              name: TOOL,
              args: JSON.stringify({ query: QUESTION }),
              id: 'call-1',
              index: 0,
              type: 'tool_call_chunk',
            },
          ],
        });
        yield new ChatGenerationChunk({ text: '', message });
        return;
      }
      for (const delta of answer) {
        const chunk = new ChatGenerationChunk({
          text: delta,
          message: new AIMessageChunk({ content: delta }),
        });
        yield chunk;
        await runManager?.handleLLMNewToken(delta, undefined, undefined, undefined, undefined, { chunk });
      }
    }
  }
  const search = tool(async () => JSON.stringify({ documents }), {
    name: TOOL,
    description: 'Searches.',
    schema: z.object({ query: z.string() }),
  });
  return { model: new Fake({}), search };
}

async function readLangchain(agent) {
  let text = '';
  let pieces = 0;
  for await (const [message] of await agent.stream(
    { messages: [{ role: 'user', content: QUESTION }] },
    { streamMode: 'messages' },
  )) {
    if (message.getType() !== 'ai' || typeof message.content !== 'string' || message.content === '') continue;
    text += message.content;
    pieces++;
  }
  return { text, pieces };
}
