import {
  generateText,
  isStepCount,
  readUIMessageStream,
  streamText,
  type UIMessage,
  wrapLanguageModel,
} from 'ai';
import { describe, expect, it } from 'vitest';
import { scriptedModel, type ScriptedStep } from '../testing/scripted-model.js';
import type { AiSdkConversationOptions } from './ai-sdk-conversation.js';
import { createAiSdkConversation } from './conversation.js';

function setUp(steps: readonly ScriptedStep[], options: AiSdkConversationOptions = {}) {
  const scripted = scriptedModel(steps);
  const conversation = createAiSdkConversation({ references: true, ...options });
  const model = wrapLanguageModel({ model: scripted, middleware: conversation.middleware });
  return { scripted, conversation, model, tools: conversation.tools({}) };
}
const answer = ['Here: <re', 'f id="plan">step o', 'ne</r', 'ef> and done.'];

describe('FD-2 references in an AI SDK route', () => {
  it('takes the tags out of the stream and stores what they hold', async () => {
    const { scripted, conversation, model, tools } = setUp([[{ text: answer }]]);
    const result = streamText({ model, tools, prompt: 'Plan.' });
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream: result.toUIMessageStream() })) last = message;
    expect(await result.text).toBe('Here: step one and done.');
    expect(conversation.references).toMatchObject([{ name: 'ref:plan', version: 1, characters: 8 }]);
    const text = last?.parts.find((part) => part.type === 'text');
    expect(text?.providerMetadata?.['ibid']?.['references']).toEqual([
      { name: 'ref:plan', category: 'text' },
    ]);
    expect(JSON.stringify(scripted.requests[0]?.prompt)).toContain('<ref id=');
    expect(scripted.requests[0]?.tools?.map(({ name }) => name)).toContain('get_ref');
  });

  it('has them stored before a call of the same step reads them, also when nothing is streamed', async () => {
    const steps: ScriptedStep[] = [
      [{ text: answer }, { call: 'get_ref', input: { ref_id: 'plan' } }],
      [{ text: 'Read.' }],
    ];
    const streamed = setUp(steps);
    const { model, tools } = streamed;
    await streamText({ model, tools, prompt: 'Plan.', stopWhen: isStepCount(2) }).consumeStream();
    expect(JSON.stringify(streamed.scripted.requests[1]?.prompt)).toContain('step one</ref_content>');
    const whole = setUp(steps);
    const { steps: done } = await generateText({
      model: whole.model,
      tools: whole.tools,
      prompt: 'Plan.',
      stopWhen: isStepCount(2),
    });
    expect(done[0]?.text).toBe('Here: step one and done.');
    expect(JSON.stringify(whole.scripted.requests[1]?.prompt)).toContain('step one</ref_content>');
  });

  it('FD-9: leaves tags alone and says nothing of them where references are off', async () => {
    const { scripted, model, tools, conversation } = setUp([[{ text: answer }]], { references: false });
    const { text } = await generateText({ model, tools, prompt: 'Plan.' });
    expect(text).toBe(answer.join(''));
    expect(conversation.references).toEqual([]);
    expect(JSON.stringify(scripted.requests[0]?.prompt)).not.toContain('<ref id=');
  });

  it('goes on where a reference cannot be stored, and says so', async () => {
    const { conversation, model, tools } = setUp([[{ text: answer }]]);
    const store = conversation.tools({});
    expect(Object.keys(store)).toContain('list_refs');
    const failing = createAiSdkConversation({
      references: true,
      descriptors: {
        create: () => Promise.reject(new Error('the quota is used up')),
        describe: async () => null,
        read: async () => null,
        lineOffsets: async () => null,
        pageStarts: async () => null,
        extract: async () => null,
        list: async () => [],
        versions: async () => [],
      },
    });
    const { text } = await generateText({
      model: wrapLanguageModel({
        model: scriptedModel([[{ text: answer }]]),
        middleware: failing.middleware,
      }),
      prompt: 'Plan.',
    });
    expect(text).toBe('Here: step one and done.');
    expect(failing.warnings).toEqual([expect.stringContaining('the quota is used up')]);
    await streamText({ model, tools, prompt: 'Plan.' }).consumeStream();
    expect(conversation.warnings).toEqual([]);
  });
});
