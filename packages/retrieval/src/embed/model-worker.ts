import { parentPort, workerData } from 'node:worker_threads';
import { EmbedderUnavailable } from './embedder-unavailable.js';
import { loadModelSession } from './model-session.js';
import type { ModelSession } from './model-session.js';
import type { WorkerReply, WorkerRequest, WorkerSettings, WorkerTask } from './worker-messages.js';

/** Runs the model off the main thread, one text at a time, and transfers the vectors without copying. */
const port = parentPort;
if (port) {
  const send = (reply: WorkerReply, transfer: ArrayBuffer[] = []): void => port.postMessage(reply, transfer);
  const problemOf = (error: unknown, otherwise: 'runtime-missing' | 'service') => ({
    problem: error instanceof EmbedderUnavailable ? error.problem : otherwise,
    message: error instanceof Error ? error.message : String(error),
  });
  const session = loadModelSession(workerData as WorkerSettings);
  session.then(
    () => send({ type: 'ready' }),
    (error: unknown) => send({ type: 'unavailable', ...problemOf(error, 'runtime-missing') }),
  );
  port.on('message', (request: WorkerRequest) => {
    void (async () => {
      try {
        const model = await session;
        const rows: Float32Array[] = [];
        for (const text of request.texts) rows.push(await done(model, request.task, text));
        send(
          { type: 'done', id: request.id, rows },
          rows.map((row) => row.buffer as ArrayBuffer),
        );
      } catch (error) {
        send({ type: 'failed', id: request.id, ...problemOf(error, 'service') });
      }
    })();
  });
}

async function done(model: ModelSession, task: WorkerTask, text: string): Promise<Float32Array> {
  if (task.output === 'tokens') return model.embedTokens(text);
  if (task.output === 'vector') return model.embed(text, task.kind);
  return Float32Array.of(await model.score(task.query, text));
}
