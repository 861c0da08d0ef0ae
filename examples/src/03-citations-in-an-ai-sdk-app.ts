// An existing AI SDK route with numbered sources, checked citations, fitting and descriptors added. Ibid's lines are
// marked.
import assert from 'node:assert/strict';
import { createAiSdkConversation } from '@ibid/core/ai-sdk'; // Ibid
import { scriptedModel } from '@ibid/core/testing';
import { convertToModelMessages, isStepCount, streamText, tool, type UIMessage, wrapLanguageModel } from 'ai';
import { z } from 'zod';

const search = tool({
  description: 'Searches the handbook.',
  inputSchema: z.object({ query: z.string() }),
  execute: async ({ query }) => [
    { page: 'leave', heading: 'Leave', text: `Every employee has 30 days of leave a year. (${query})` },
    { page: 'remote', heading: 'Remote work', text: 'Remote work is possible on 60 days a year.' },
  ],
});

// A scripted model, so the example runs anywhere. Yours is `openai('gpt-5')` or another provider's.
const model = scriptedModel([
  [{ call: 'search', input: { query: 'leave' } }],
  [
    {
      text: [
        'Every employee has 30 days ',
        'of leave a year [1]. Remote ',
        'work is possible on 90 days a year [2].',
      ],
    },
  ],
]);

async function POST(request: Request): Promise<Response> {
  const { messages } = (await request.json()) as { messages: UIMessage[] };
  const conversation = createAiSdkConversation({ messages }); // Ibid
  const tools = conversation.tools({ search }, { search: (hits) => hits.map(toPassage) }); // Ibid
  const result = streamText({
    model: wrapLanguageModel({ model, middleware: conversation.middleware }), // Ibid
    messages: await convertToModelMessages(messages, { tools }),
    tools,
    stopWhen: isStepCount(5),
  });
  return result.toUIMessageStreamResponse({
    sendSources: true, // Ibid
    messageMetadata: conversation.messageMetadata, // Ibid: sources keep their numbers across requests
  });
}

/** Ibid: the citable part of a result. */
function toPassage({ page, heading, text }: { page: string; heading: string; text: string }) {
  return { itemId: page, title: heading, text };
}

const question: UIMessage = {
  id: '1',
  role: 'user',
  parts: [{ type: 'text', text: 'How much leave do I have?' }],
};
const body = JSON.stringify({ messages: [question] });
const response = await POST(new Request('http://localhost/api/chat', { method: 'POST', body }));
const events = (await response.text())
  .split('\n\n')
  .filter((line) => line.startsWith('data: {'))
  .map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);

// The client gets the sources in the AI SDK's own form, and each citation with its verdict at the end of the text.
const sources = events.filter(({ type }) => type === 'source-document').map(({ title }) => title);
assert.deepEqual(sources, ['Leave', 'Remote work']);
const end = events.find(({ type }) => type === 'text-end') as {
  providerMetadata: {
    ibid: { citations: { number: number; verdict: string; passage: { text: string } | null }[] };
  };
};
const { citations } = end.providerMetadata.ibid;
for (const { number, verdict, passage } of citations) console.log(`[${number}] ${verdict}: ${passage?.text}`);
assert.equal(citations[0]?.verdict, 'supported');
assert.notEqual(citations[1]?.verdict, 'supported', 'the handbook says 60 days, not 90');
