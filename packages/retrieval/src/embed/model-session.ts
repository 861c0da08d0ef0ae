import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { LocalModel } from '../local-models/index.js';
import { insideNative } from '@ibid/core/internal/threads';
import { EmbedderUnavailable } from './embedder-unavailable.js';
import { ModelTokens } from './model-tokens.js';
import type { TokenRow } from './model-tokens.js';
import { pooled } from './pooled.js';
import { unitVector } from './unit-vector.js';
import type { WorkerSettings } from './worker-messages.js';

export interface ModelSession {
  embed(text: string, kind: 'document' | 'query'): Promise<Float32Array>;
  /** Unit vectors of the text's tokens, concatenated, without the start and end tokens. */
  embedTokens(text: string): Promise<Float32Array>;
  /** How well the text answers the query, from 0 to 1. */
  score(query: string, text: string): Promise<number>;
}

/** Names of the output that holds the vector of a whole text, if the graph has one. */
const TEXT_VECTORS = ['sentence_embedding', 'sentence_embeddings', 'text_embeds'];
const TOKEN_VECTORS = ['last_hidden_state', 'token_embeddings'];

/**
 * The model in this thread. Each text is a separate inference: the quantised model scales its activations over the
 * whole input, so in a padded batch a text gets a different vector than alone (cosine down to .98), and batches of
 * chunks are no faster here. A vector must depend only on its text.
 */
export async function loadModelSession(settings: WorkerSettings): Promise<ModelSession> {
  const { model } = settings;
  checkWeights(model);
  const tokens = readTokens(model);
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
    runtime.InferenceSession.create(join(model.folder, model.weights), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      // Suppress hints on improving the graph; they are for its author.
      logSeverityLevel: 3,
    }),
  ).catch((cause: Error) => {
    throw cause instanceof EmbedderUnavailable
      ? cause
      : unusable(model, `its weights could not be loaded: ${cause.message}`);
  });
  const types = new Map(session.inputMetadata.map((one) => [one.name, 'type' in one ? one.type : 'int64']));

  const run = async (row: TokenRow): Promise<InferenceSession.OnnxValueMapType> => {
    const values: Record<string, readonly number[]> = {
      input_ids: row.ids,
      attention_mask: row.ids.map(() => 1),
      token_type_ids: row.types,
      position_ids: row.ids.map((_, place) => place),
    };
    const inputs: Record<string, Tensor> = {};
    for (const name of session.inputNames) {
      const numbers = values[name];
      if (!numbers) throw unusable(model, `it needs an input that Ibid does not know, "${name}".`);
      const shape = [1, numbers.length];
      inputs[name] =
        types.get(name) === 'int32'
          ? new runtime.Tensor('int32', Int32Array.from(numbers), shape)
          : new runtime.Tensor('int64', BigInt64Array.from(numbers, BigInt), shape);
    }
    return native(() => session.run(inputs));
  };
  const numbersOf = (output: InferenceSession.OnnxValueMapType, names: readonly string[]) => {
    const name = names.find((one) => output[one]);
    const tensor = name === undefined ? null : (output[name] as Tensor);
    if (tensor && tensor.type !== 'float32')
      throw unusable(model, `its output is ${tensor.type}. Use its file with 8 or 32 bits.`);
    return tensor ? (tensor.data as Float32Array) : null;
  };
  const tokenVectors = async (row: TokenRow): Promise<Float32Array> => {
    const states = numbersOf(await run(row), TOKEN_VECTORS);
    if (states?.length !== row.ids.length * model.dimensions) throw unusable(model, NO_VECTORS);
    return states;
  };

  return {
    async embed(text, kind) {
      const row = tokens.of((kind === 'query' ? model.queryPrefix : model.documentPrefix) + text);
      const output = await run(row);
      const whole = numbersOf(output, TEXT_VECTORS);
      if (whole?.length === model.dimensions) return unitVector(whole);
      const states = model.hasLayersAfterPooling ? null : numbersOf(output, TOKEN_VECTORS);
      if (states?.length !== row.ids.length * model.dimensions) throw unusable(model, NO_VECTORS);
      return unitVector(pooled({ states, dimensions: model.dimensions, pooling: model.pooling }));
    },
    async embedTokens(text) {
      const row = tokens.of(text);
      const states = await tokenVectors(row);
      const inner = Math.max(row.ids.length - 2, 0);
      const vectors = new Float32Array(inner * model.dimensions);
      for (let token = 0; token < inner; token += 1) {
        const start = (token + 1) * model.dimensions;
        const vector = unitVector(states.subarray(start, start + model.dimensions));
        vectors.set(vector, token * model.dimensions);
      }
      return vectors;
    },
    async score(query, text) {
      const logits = numbersOf(await run(tokens.ofPair(query, text)), ['logits']);
      const [first, second, ...others] = logits ?? [];
      if (first === undefined || others.length > 0)
        throw unusable(model, 'its output is not a score. Is it a reranking model?');
      // With two classes, the second means "relevant".
      const margin = second === undefined ? first : second - first;
      return 1 / (1 + Math.exp(-margin));
    },
  };
}

const NO_VECTORS = 'its ONNX file does not return vectors of the length given in its config.json.';

function unusable(model: LocalModel, why: string): EmbedderUnavailable {
  return new EmbedderUnavailable({
    problem: 'unusable',
    message: `The model ${model.name} cannot be used: ${why}`,
  });
}

function readTokens(model: LocalModel): ModelTokens {
  const read = (name: string) => JSON.parse(readFileSync(join(model.folder, name), 'utf8')) as object;
  try {
    const tokenizer = new Tokenizer(read('tokenizer.json'), read('tokenizer_config.json'));
    return new ModelTokens({ tokenizer, maxTokens: model.maxTokens });
  } catch (cause) {
    throw missing(model, cause);
  }
}

/** Only weights with the expected hash are accepted: measurements and existing vectors depend on them. */
function checkWeights(model: LocalModel): void {
  let weights: Uint8Array;
  try {
    weights = readFileSync(join(model.folder, model.weights));
  } catch (cause) {
    throw missing(model, cause);
  }
  if (createHash('sha256').update(weights).digest('hex') === model.sha256) return;
  throw new EmbedderUnavailable({
    problem: 'weights-changed',
    message:
      'The embedding model on disk is not the one Ibid was built with or fetched (its SHA-256 differs). ' +
      'Install @ibid/embedder again, or download the model again, to get semantic search back.',
  });
}

function missing(model: LocalModel, cause: unknown): EmbedderUnavailable {
  return new EmbedderUnavailable({
    problem: 'weights-missing',
    message:
      `The files of the embedding model are not in ${model.folder}. ` +
      'Install @ibid/embedder again, or download the model again, to get semantic search back; or set another embedder.',
    cause,
  });
}
