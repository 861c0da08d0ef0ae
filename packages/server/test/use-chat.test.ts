import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useChat } from '@ai-sdk/react';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { DefaultChatTransport } from 'ai';
import { parseHTML } from 'linkedom';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer } from '../src/create-server.js';
import type { IbidServer } from '../src/create-server.js';

let folder: string;
let fake: FakeOpenAIServer;
let server: IbidServer;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-use-chat-'));
  fake = await startFakeOpenAIServer();
  server = await createServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: {
      OLLAMA_HOST: 'off',
      IBID_MODEL_URL: fake.url,
      IBID_MODEL: 'custom/fake/tokens=40,gap=5',
      IBID_SMALL_MODEL: 'ibid/extractive',
    },
  });
  ({ url } = await server.listen());
  const { window, document } = parseHTML('<html><body><main></main></body></html>');
  for (const [name, value] of Object.entries({ window, document, IS_REACT_ACT_ENVIRONMENT: true }))
    vi.stubGlobal(name, value);
});

afterAll(async () => {
  // Other tests in this process do not run in a page.
  vi.unstubAllGlobals();
  await server.close();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

describe('API-1 useChat itself, in a page that React draws', () => {
  it('streams an answer, goes on in the same conversation, and finds both stored', async () => {
    let chat: ReturnType<typeof useChat> | null = null;
    function Page() {
      chat = useChat({
        id: 'chat-of-react',
        transport: new DefaultChatTransport({ api: `${url}/api/ui/chat` }),
      });
      const texts = chat.messages.map((message) =>
        message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
      );
      return createElement('p', null, texts.join('\n'));
    }
    const root = createRoot(document.querySelector('main')!);
    await act(async () => root.render(createElement(Page)));
    for (const text of ['What does the report say?', 'And then?']) {
      await act(async () => chat!.sendMessage({ text }));
      expect(chat!.error).toBeUndefined();
      expect(chat!.status).toBe('ready');
    }
    expect(chat!.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(document.querySelector('main')?.textContent).toContain('The report says');
    const stored = await (await fetch(`${url}/api/conversations/chat-of-react/messages`)).json();
    expect((stored as { messages: { role: string }[] }).messages.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    await act(async () => root.unmount());
  });

  it('resumes a chat that nobody has said anything in, and then answers in it', async () => {
    let chat: ReturnType<typeof useChat> | null = null;
    const asked: Promise<Response>[] = [];
    const transport = new DefaultChatTransport({
      api: `${url}/api/ui/chat`,
      fetch: (input, init) => {
        const answer = fetch(input, init);
        asked.push(answer);
        return answer;
      },
    });
    function Page() {
      chat = useChat({ id: 'never-said-a-word', resume: true, transport });
      return null;
    }
    const root = createRoot(document.querySelector('main')!);
    await act(async () => root.render(createElement(Page)));
    await expect.poll(() => asked.length).toBe(1);
    await act(async () => {
      expect((await asked[0]!).status).toBe(204);
    });
    await expect.poll(() => chat!.status).toBe('ready');
    expect(chat!.error).toBeUndefined();
    await act(async () => chat!.sendMessage({ text: 'What does the report say?' }));
    expect(chat!.error).toBeUndefined();
    expect(chat!.messages.map((message) => message.role)).toEqual(['user', 'assistant']);
    await act(async () => root.unmount());
  });
});
