import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describeModel } from './describe-model.js';
import type { Json, ModelFiles } from './describe-model.js';
import type { LocalModel } from './local-model.js';
import { MANIFEST } from './model-manifest.js';
import type { ModelManifest } from './model-manifest.js';
import { UnusableModel } from './model-errors.js';
import { weightsFile } from './weights-file.js';

/** Holds files of the model that this one was made from, if it lacks them itself. */
export const BASE_FOLDER = 'base';

/**
 * MOD-5: reads an ONNX model from a folder laid out as on model hubs: weights, `config.json`, `tokenizer.json` and
 * others. Pooling, prefixes, length and languages come from these files.
 */
export async function readModelFolder(options: {
  folder: string;
  /** Path below the folder. Default: the usual file, with eight bits if there is one. */
  weights?: string;
}): Promise<LocalModel> {
  const { folder } = options;
  const listed = await readdir(folder, { recursive: true }).catch(() => null);
  if (!listed) throw new UnusableModel(`There is no folder ${folder} with a model in it.`);
  const paths = listed.map((path) => path.replaceAll('\\', '/'));
  const manifest = (await readJson(join(folder, MANIFEST))) as ModelManifest | null;
  const name = manifest?.name ?? basename(folder);
  const weights = weightsFile(paths, options.weights ?? manifest?.weights);
  if (!weights)
    throw new UnusableModel(
      options.weights
        ? `${name} has no file ${options.weights}.`
        : `${name} has no ONNX weights that Ibid can choose from. Name the file after a "#", such as "#onnx/model.onnx".`,
    );
  for (const needed of ['tokenizer.json', 'tokenizer_config.json'])
    if (!paths.includes(needed)) throw new UnusableModel(`${name} has no ${needed}.`);
  const facts = describeModel({ name, files: await readFiles(folder) });
  const sha256 = await hashOf(join(folder, weights));
  const { pooling, queryPrefix, documentPrefix, maxTokens } = facts;
  const use = [sha256, pooling, queryPrefix, documentPrefix, maxTokens].join('\n');
  const digest = createHash('sha256').update(use).digest('hex').slice(0, 12);
  return { id: `${name}/${digest}`, name, folder, weights, sha256, ...facts };
}

async function readFiles(folder: string): Promise<ModelFiles> {
  const own = async (path: string) =>
    (await readJson(join(folder, path))) ?? (await readJson(join(folder, BASE_FOLDER, path)));
  return {
    config: (await readJson(join(folder, 'config.json'))) as Json | null,
    tokenizerConfig: (await readJson(join(folder, 'tokenizer_config.json'))) as Json | null,
    modules: (await own('modules.json')) as Json[] | null,
    pooling: (await own('1_Pooling/config.json')) as Json | null,
    sentenceBert: (await own('sentence_bert_config.json')) as Json | null,
    prompts: (await own('config_sentence_transformers.json')) as Json | null,
    card: await readFile(join(folder, 'README.md'), 'utf8').catch(() => null),
    baseCard: await readFile(join(folder, BASE_FOLDER, 'README.md'), 'utf8').catch(() => null),
  };
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnusableModel(`${path} is not valid JSON. Download the model again.`, { cause });
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
