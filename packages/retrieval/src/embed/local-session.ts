import { Tokenizer } from '@huggingface/tokenizers';
import { insideNative } from '../threads/index.js';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { EmbedderUnavailable } from './embedder-unavailable.js';
import { LOCAL_MODEL, readLocalModel } from './local-model.js';
import { unitVector } from './unit-vector.js';
import type { WorkerSettings } from './worker-messages.js';

/** Beyond this no text of the model's window can reach; it spares tokenising a whole book. */
const LONGEST_TEXT = LOCAL_MODEL.maxTokens * 24;

export interface LocalSession {
  embed(text: string, kind: 'document' | 'query'): Promise<Float32Array>;
  /** Unit vectors of the text's tokens, end to end, the marks of beginning and end left out. */
  embedTokens(text: string): Promise<Float32Array>;
}

/**
 * The model in this thread. Each text is one inference: the quantised model scales its activations over the whole
 * input, so a text embedded in a padded batch gets another vector than alone (cosine down to .98), and batches of
 * chunks are no faster here. A vector must depend on its text and nothing else.
 */
export async function loadLocalSession(settings: WorkerSettings): Promise<LocalSession> {
  const files = readLocalModel(settings.modelFolder);
  const native = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = await insideNative(settings, work);
    if (result === null)
      throw new EmbedderUnavailable({ problem: 'service', message: 'The embedder was closed.' });
    return result;
  };
  const runtime = await native(() => import('onnxruntime-node')).catch((cause: unknown) => {
    throw new EmbedderUnavailable({
      problem: 'runtime-missing',
      message:
        'onnxruntime-node could not be loaded on this machine. Reinstall it to get semantic search back, ' +
        'or set another embedder.',
      cause,
    });
  });
  const session: InferenceSession = await native(() =>
    runtime.InferenceSession.create(files.weights, { intraOpNumThreads: 1, interOpNumThreads: 1 }),
  );
  const tokenizer = new Tokenizer(files.tokenizer, files.tokenizerConfig);
  const end = tokenizer.token_to_id('[SEP]') ?? 102;

  const run = async (text: string): Promise<{ states: Float32Array; length: number }> => {
    const ids = tokenizer.encode(text.slice(0, LONGEST_TEXT)).ids.slice(0, LOCAL_MODEL.maxTokens);
    if (ids.length === LOCAL_MODEL.maxTokens) ids[ids.length - 1] = end;
    const shape = [1, ids.length];
    const tensor = (values: BigInt64Array): Tensor => new runtime.Tensor('int64', values, shape);
    const output = await native(() =>
      session.run({
        input_ids: tensor(BigInt64Array.from(ids, BigInt)),
        attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
        token_type_ids: tensor(new BigInt64Array(ids.length)),
      }),
    );
    return { states: output['last_hidden_state']?.data as Float32Array, length: ids.length };
  };

  return {
    async embed(text, kind) {
      const { states, length } = await run(kind === 'query' ? `${LOCAL_MODEL.queryPrefix}${text}` : text);
      const sum = new Float32Array(LOCAL_MODEL.dimensions);
      for (let token = 0; token < length; token += 1) {
        const offset = token * LOCAL_MODEL.dimensions;
        for (let index = 0; index < sum.length; index += 1) sum[index]! += states[offset + index]!;
      }
      return unitVector(sum);
    },
    async embedTokens(text) {
      const { states, length } = await run(text);
      const inner = Math.max(length - 2, 0);
      const vectors = new Float32Array(inner * LOCAL_MODEL.dimensions);
      for (let token = 0; token < inner; token += 1) {
        const start = (token + 1) * LOCAL_MODEL.dimensions;
        const vector = unitVector(states.subarray(start, start + LOCAL_MODEL.dimensions));
        vectors.set(vector, token * LOCAL_MODEL.dimensions);
      }
      return vectors;
    },
  };
}
