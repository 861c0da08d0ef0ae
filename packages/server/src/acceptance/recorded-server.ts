import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContextReport } from '@ibid/core/internal';
import type { Packet } from '@ibid/core';
import type { IbidServer } from '../create-server.js';
import { startScriptedProvider, type DecideInference, type ScriptedInference } from './scripted-openai.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

export const RECORDED_MODEL = 'custom/scripted';

export interface RecordedTurn {
  turnId: string;
  messageId: string;
  packets: Packet[];
  reports: ContextReport[];
  /** What the provider received, per inference, as JSON. */
  prompts: string[];
  answer: string;
}

/** A real server with a provider over HTTP that records requests and follows the test's script. */
export class RecordedServer {
  decide: DecideInference = () => ({ say: 'Done.' });
  client!: TestClient;
  #server!: IbidServer;
  #provider!: Awaited<ReturnType<typeof startScriptedProvider>>;
  #folder = '';

  static async start(): Promise<RecordedServer> {
    const started = new RecordedServer();
    started.#provider = await startScriptedProvider((asked) => started.decide(asked));
    started.#folder = await mkdtemp(join(tmpdir(), 'ibid-recorded-'));
    started.#server = await createTestServer({
      dataFolder: started.#folder,
      port: 0,
      logLevel: 'silent',
      embedder: 'none',
      environment: {
        OLLAMA_HOST: 'off',
        IBID_MODEL_URL: started.#provider.url,
        IBID_SMALL_MODEL: 'ibid/extractive',
      },
    });
    started.client = new TestClient((await started.#server.listen()).url);
    return started;
  }

  /** Everything the provider has received. */
  get sent(): { prompt: string; limit: number | null }[] {
    const { prompts, limits } = this.#provider;
    return prompts.map((prompt, index) => ({ prompt, limit: limits[index] ?? null }));
  }

  async set(system: Record<string, unknown>): Promise<void> {
    const { status, body } = await this.client.send('PUT', '/api/settings', { system });
    if (status !== 200) throw new Error(`The settings were refused: ${JSON.stringify(body)}`);
  }

  /** Plays one inference after another, then answers `Done.`. */
  script(steps: readonly ScriptedInference[]): void {
    let step = 0;
    this.decide = () => steps[step++] ?? { say: 'Done.' };
  }

  async addBase(name: string, files: Record<string, string>): Promise<void> {
    const { id } = await this.client.post<{ id: string }>('/api/knowledge-bases', { name });
    const form = new FormData();
    for (const [file, content] of Object.entries(files)) form.append('files', new Blob([content]), file);
    const { body } = await this.client.send<{ jobId: string }>(
      'POST',
      `/api/knowledge-bases/${id}/uploads`,
      form,
    );
    await this.#until(`/api/jobs/${body.jobId}`, /^done$/u);
  }

  async addFile(name: string, content: string): Promise<{ id: string; state: string }> {
    const form = new FormData();
    form.append('files', new Blob([content], { type: 'text/plain' }), name);
    const { body } = await this.client.send<{ id: string }>('POST', '/api/files', form);
    await this.#until(`/api/files/${body.id}`, /counted|too_large|unreadable/u);
    return this.client.get(`/api/files/${body.id}`);
  }

  async ask(
    conversationId: string,
    text: string,
    options: { parentMessageId?: string | null; fileIds?: string[] } = {},
  ): Promise<RecordedTurn> {
    const asked = this.#provider.prompts.length;
    const { turnId, assistantMessageId } = await this.client.post<{
      turnId: string;
      assistantMessageId: string;
    }>(`/api/conversations/${conversationId}/turns`, {
      text,
      parentMessageId: null,
      modelId: RECORDED_MODEL,
      ...options,
    });
    const { packets } = await this.client.events(turnId);
    const { contextReports } = await this.client.get<{ contextReports: ContextReport[] }>(
      `/api/turns/${turnId}`,
    );
    return {
      turnId,
      messageId: assistantMessageId,
      packets,
      reports: contextReports,
      prompts: this.#provider.prompts.slice(asked),
      answer: packets.flatMap((packet) => (packet.type === 'answer-delta' ? [packet.text] : [])).join(''),
    };
  }

  async #until(path: string, state: RegExp): Promise<void> {
    while (!state.test(String((await this.client.get(path))['state'])))
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async close(): Promise<void> {
    await this.#server.close();
    await this.#provider.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
