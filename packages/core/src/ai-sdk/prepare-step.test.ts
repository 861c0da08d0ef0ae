import { generateText, isStepCount, type ModelMessage, streamText, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scriptedModel } from '../testing/scripted-model.js';
import { createAiSdkConversation } from './conversation.js';

const papers = Array.from({ length: 30 }, (_, at) => ({
  id: `paper-${at}`,
  body: `Fact ${at}. ${'Many words stand here. '.repeat(30)}`,
}));
const search = tool({
  description: 'Finds papers.',
  inputSchema: z.object({}),
  execute: async () => papers,
});
const set = { contextWindow: 4_000, maxOutputTokens: 500, tokenizer: 'o200k_base' } as const;

describe('CTX-11 prepareStep where the model cannot be wrapped', () => {
  it('fits by rank, adds the rules once, and forbids tools in the last step', async () => {
    const scripted = scriptedModel([
      [{ call: 'search', input: {} }],
      [{ call: 'search', input: {}, callId: 'second' }],
      [{ text: 'Fact 0 [1].' }],
    ]);
    const conversation = createAiSdkConversation({ profile: set, settings: { reservedOutputTokens: 500 } });
    const result = streamText({
      model: scripted,
      instructions: 'Be brief.',
      tools: conversation.tools(
        { search },
        { search: (found) => found.map(({ id, body }) => ({ itemId: id, text: body })) },
      ),
      prompt: 'Facts?',
      stopWhen: isStepCount(3),
      prepareStep: conversation.prepareStep({ maxSteps: 3, fit: true }),
      experimental_transform: conversation.transform,
    });
    expect(await result.text).toBe('Fact 0 [1].');
    const prompts = scripted.requests.map(({ prompt }) => JSON.stringify(prompt));
    expect(prompts[0]?.split('Cite it in square brackets')).toHaveLength(2);
    expect(prompts[2]?.split('Cite it in square brackets')).toHaveLength(2);
    expect(prompts[0]).toContain('Be brief.');
    expect(prompts[1]).toContain('Fact 0.');
    expect(prompts[1]).not.toContain('Fact 29.');
    expect(prompts[1]).toMatch(/passages of lower rank; the whole result is fd:\d/);
    expect(conversation.removals[0]).toMatchObject({ action: 'paged-out', origin: 'search' });
    expect(scripted.requests[2]?.toolChoice).toEqual({ type: 'none' });
    expect(conversation.citations).toMatchObject([{ number: 1, verdict: 'supported' }]);
  });

  it('drops old turns of messages in any form, and leaves what fits alone', async () => {
    const conversation = createAiSdkConversation({ profile: set, settings: { reservedOutputTokens: 500 } });
    const messages: ModelMessage[] = Array.from({ length: 30 }, (_, at): ModelMessage[] => [
      { role: 'user', content: `Question ${at}: ${'word '.repeat(200)}` },
      { role: 'assistant', content: [{ type: 'text', text: `Answer ${at}` }] },
    ]).flat();
    messages.push({
      role: 'user',
      content: [
        { type: 'text', text: 'Now?' },
        { type: 'file', data: new Uint8Array(40_000), mediaType: 'image/png' },
      ],
    });
    const scripted = scriptedModel([[{ text: 'Yes.' }], [{ text: 'Yes.' }]]);
    const prepareStep = conversation.prepareStep({ fit: true });
    await generateText({ model: scripted, messages, prepareStep });
    const prompt = JSON.stringify(
      scripted.requests[0]?.prompt.filter(({ role }) => role === 'user').slice(0, -1),
    );
    expect(prompt).not.toContain('Question 0:');
    expect(prompt).toContain('Question 29:');
    expect(prompt).toMatch(/\d+ earlier turns/);
    await generateText({ model: scripted, prompt: 'Short?', prepareStep });
    expect(scripted.requests[1]?.prompt).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'Short?' }] },
    ]);
  });
});
