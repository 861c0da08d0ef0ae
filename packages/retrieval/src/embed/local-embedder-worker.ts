import { parentPort, workerData } from 'node:worker_threads';
import { EmbedderUnavailable } from './embedder-unavailable.js';
import { loadLocalSession } from './local-session.js';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './worker-messages.js';

/** Runs the model off the main thread, one text at a time, and hands the vectors over without copying. */
const port = parentPort;
if (port) {
  const send = (reply: WorkerReply, transfer: ArrayBuffer[] = []): void => port.postMessage(reply, transfer);
  const session = loadLocalSession(workerData as WorkerSettings);
  session.then(
    () => send({ type: 'ready' }),
    (error: unknown) =>
      send({
        type: 'unavailable',
        problem: error instanceof EmbedderUnavailable ? error.problem : 'runtime-missing',
        message: error instanceof Error ? error.message : String(error),
      }),
  );
  port.on('message', (request: WorkerRequest) => {
    void (async () => {
      try {
        const model = await session;
        const rows: Float32Array[] = [];
        for (const text of request.texts) {
          rows.push(
            request.output === 'tokens'
              ? await model.embedTokens(text)
              : await model.embed(text, request.kind),
          );
        }
        send(
          { type: 'done', id: request.id, rows },
          rows.map((row) => row.buffer as ArrayBuffer),
        );
      } catch (error) {
        send({
          type: 'failed',
          id: request.id,
          message: error instanceof Error ? error.message : String(error),
        });
      }
    })();
  });
}
