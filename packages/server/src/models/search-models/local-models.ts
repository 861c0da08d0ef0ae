import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  MODEL_MANIFEST,
  UnusableModel,
  fetchModel,
  modelFolderName,
  readModelFolder,
} from '@ibid/retrieval/internal';
import type { FetchProgress, LocalModel, ModelManifest } from '@ibid/retrieval/internal';
import type { Environment } from '../providers-from-environment.js';
import { choiceFolder, choiceProblem } from './local-choice.js';
import type { LocalChoice } from './local-choice.js';

export interface FetchedModel {
  choice: string;
  bytes: number;
}

/** MOD-5: search models in the data folder, including downloads. */
export class LocalModels {
  readonly #folder: string;
  readonly #environment: Environment;
  readonly #privateHosts: readonly string[];

  constructor(options: {
    dataFolder: string;
    environment: Environment;
    privateHosts: readonly string[] | null;
  }) {
    this.#privateHosts = options.privateHosts ?? [];
    this.#folder = join(options.dataFolder, 'models');
    this.#environment = options.environment;
  }

  /** Downloads it if missing. */
  async find(
    choice: LocalChoice,
    kind: LocalModel['kind'],
    options: { signal?: AbortSignal; onProgress?: (progress: FetchProgress) => void } = {},
  ): Promise<LocalModel> {
    const problem = choiceProblem(choice);
    if (problem !== null) throw new UnusableModel(problem);
    const model =
      choice.from === 'hub'
        ? await fetchModel({
            name: choice.name,
            folder: this.#folder,
            hub: this.#environment['IBID_MODEL_HUB'],
            key: this.#environment['IBID_MODEL_HUB_KEY'],
            privateHosts: this.#privateHosts,
            ...options,
          })
        : await readModelFolder({
            folder: choiceFolder(choice, this.#folder),
            ...(choice.weights ? { weights: choice.weights } : {}),
          });
    if (model.kind === kind) return model;
    throw new UnusableModel(
      kind === 'embedder'
        ? `${model.name} is a model for reranking, not for search by meaning. Set it as the one for reranking.`
        : `${model.name} is a model for search by meaning, not for reranking. Set it as the one for search.`,
    );
  }

  /** Completely downloaded models. */
  async list(): Promise<FetchedModel[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(
      names.map(async (name) => {
        const text = await readFile(join(this.#folder, name, MODEL_MANIFEST), 'utf8').catch(() => null);
        if (text === null) return [];
        const { name: model, bytes } = JSON.parse(text) as ModelManifest;
        return [{ choice: `hub:${model}`, bytes }];
      }),
    );
    return found.flat();
  }

  /** Also removes an incomplete download. Returns whether a complete one existed. */
  async remove(name: string): Promise<boolean> {
    const isThere = (await this.list()).some(({ choice }) => choice === `hub:${name}`);
    await rm(join(this.#folder, modelFolderName(name)), { recursive: true, force: true });
    await rm(join(this.#folder, '.partial', modelFolderName(name)), { recursive: true, force: true });
    return isThere;
  }
}
