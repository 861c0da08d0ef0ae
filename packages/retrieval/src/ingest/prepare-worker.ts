import { parentPort } from 'node:worker_threads';
import { ParseError } from '../parse/index.js';
import { prepareDocument } from './prepare-document.js';
import type { PrepareAnswer, PrepareJob } from './prepared-document.js';

// The body of a worker thread: one file after another, each answered with what came of it.
parentPort?.on('message', (job: PrepareJob) => {
  void answerJob(job).then((answer) => parentPort?.postMessage(answer));
});

async function answerJob(job: PrepareJob): Promise<PrepareAnswer> {
  try {
    const result = await prepareDocument(job);
    if (result.kind === 'known') return result;
    const chunks = result.document.chunks.map(({ text: _text, ...chunk }) => chunk);
    return { kind: 'prepared', document: { ...result.document, chunks } };
  } catch (error) {
    if (error instanceof ParseError) return { kind: 'failed', code: error.code, message: error.message };
    return { kind: 'failed', code: 'damaged', message: 'The file cannot be read.' };
  }
}
