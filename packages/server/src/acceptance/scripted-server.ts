import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { Packet } from '@ibid/core';
import type { TextBlock, TurnView } from '@ibid/core/turn-view';
import { scriptedModel, type ScriptedAct } from '@ibid/core/testing';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

export interface PlayedTurn {
  conversationId: string;
  turnId: string;
  packets: Packet[];
  /** As read back afterwards. */
  view: TurnView;
  answer: TextBlock;
}

interface Script {
  steps: readonly ScriptedAct[][];
  small: (prompt: string) => string;
}

/** A real server whose model plays a test's script step by step and answers small tasks as the test says. */
export class ScriptedServer {
  readonly client: TestClient;
  readonly #server: IbidServer;
  readonly #folder: string;
  readonly #script: Script;

  private constructor(parts: { client: TestClient; server: IbidServer; folder: string; script: Script }) {
    this.client = parts.client;
    this.#server = parts.server;
    this.#folder = parts.folder;
    this.#script = parts.script;
  }

  static async start(): Promise<ScriptedServer> {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-scripted-'));
    const script: Script = { steps: [], small: () => 'A title' };
    const model: LanguageModelV4 = {
      ...scriptedModel([], { modelId: 'chat', provider: 'own' }),
      doGenerate: (call) => scriptedModel([[{ text: script.small(textOf(call)) }]]).doGenerate(call),
      doStream: (call) => {
        const [acts = [{ text: 'Nothing was laid out.' }], ...rest] = script.steps;
        script.steps = rest;
        return scriptedModel([acts]).doStream(call);
      },
    };
    const server = await createTestServer({
      dataFolder: folder,
      port: 0,
      logLevel: 'silent',
      embedder: 'none',
      environment: { OLLAMA_HOST: 'off' },
      models: [{ id: 'own/chat', name: 'chat', model, isLanguageModel: true }],
    });
    const client = new TestClient((await server.listen()).url);
    const started = new ScriptedServer({ client, server, folder, script });
    await started.set({});
    return started;
  }

  /** Changes the system settings under `tools`. */
  async set(tools: Record<string, unknown>): Promise<void> {
    const system = { models: { chat: 'own/chat', small: 'own/chat' }, tools: { agentic: false, ...tools } };
    const { status, body } = await this.client.send('PUT', '/api/settings', { system });
    if (status !== 200) throw new Error(`The settings were refused: ${JSON.stringify(body)}`);
  }

  /** The model's answers to small tasks: titles, opinions, repairs. */
  small(answer: (prompt: string) => string): void {
    this.#script.small = answer;
  }

  async addBase(name: string, files: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<string> {
    const { id } = await this.client.post<{ id: string }>('/api/knowledge-bases', { name });
    await this.upload(id, files);
    return id;
  }

  async upload(id: string, files: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<void> {
    const form = new FormData();
    for (const [file, content] of Object.entries(files)) form.append('files', new Blob([content]), file);
    const { body } = await this.client.send<{ jobId: string }>(
      'POST',
      `/api/knowledge-bases/${id}/uploads`,
      form,
    );
    await this.#until(`/api/jobs/${body.jobId}`, /^done$/u);
  }

  async addFile(name: string, content: string): Promise<string> {
    const form = new FormData();
    form.append('files', new Blob([content]), name);
    const { body } = await this.client.send<{ id: string }>('POST', '/api/files', form);
    await this.#until(`/api/files/${body.id}`, /counted|too_large/u);
    return body.id;
  }

  /** What the model plays next, whoever calls it. */
  lay(steps: readonly ScriptedAct[][]): void {
    this.#script.steps = steps;
  }

  async play(
    steps: readonly ScriptedAct[][],
    options: {
      fileIds?: string[];
      conversationId?: string;
      parentMessageId?: string;
      scope?: string[];
      review?: { repair?: boolean; against?: boolean };
    } = {},
  ): Promise<PlayedTurn> {
    this.#script.steps = steps;
    const { conversationId = (await this.client.newConversation()).id, ...rest } = options;
    const { turnId } = await this.client.post<{ turnId: string }>(
      `/api/conversations/${conversationId}/turns`,
      { text: 'What do the papers say?', parentMessageId: null, ...rest },
    );
    const { packets } = await this.client.events(turnId);
    const last = packets.at(-1);
    if (last?.type !== 'turn-stop' || last.reason !== 'complete')
      throw new Error(`The turn did not complete: ${JSON.stringify(packets.slice(-3))}`);
    const { messages } = await this.client.get<{ messages: { view?: TurnView }[] }>(
      `/api/conversations/${conversationId}/messages`,
    );
    const view = messages.at(-1)?.view;
    const answer = view?.blocks.find((block) => block.kind === 'text' && !block.narration);
    if (!view || answer?.kind !== 'text') throw new Error('There is no answer.');
    return { conversationId, turnId, packets, view, answer };
  }

  async #until(path: string, state: RegExp): Promise<void> {
    while (!state.test(String((await this.client.get(path))['state'])))
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async close(): Promise<void> {
    await this.#server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export const searchCall = (query: string): ScriptedAct => ({ call: 'retrieve_context', input: { query } });

function textOf({ prompt }: LanguageModelV4CallOptions): string {
  return prompt
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
    )
    .join('\n\n');
}
