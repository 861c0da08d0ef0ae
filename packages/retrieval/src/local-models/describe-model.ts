import { readModelCard } from './model-card.js';
import { modelFamily } from './model-families.js';
import type { LocalModel, Pooling } from './local-model.js';
import { UnusableModel } from './model-errors.js';

export type Json = Record<string, unknown>;

/**
 * A model's parsed files; null for those that are missing. `baseCard` belongs to the model that this one was made from.
 */
export interface ModelFiles {
  config: Json | null;
  tokenizerConfig: Json | null;
  /** `modules.json`: the layers that produce a sentence's vector. */
  modules: Json[] | null;
  /** `1_Pooling/config.json` */
  pooling: Json | null;
  /** `sentence_bert_config.json` */
  sentenceBert: Json | null;
  /** `config_sentence_transformers.json` */
  prompts: Json | null;
  card: string | null;
  baseCard: string | null;
}

/** Longer texts are cut. No passage is that long, and a longer inference takes minutes on a CPU. */
const MOST_TOKENS = 8_192;
/** A vocabulary of this size is multilingual; English ones have about thirty thousand words. */
const MANY_LANGUAGES_VOCABULARY = 100_000;
/** These models count positions from the one after the padding position. */
const SHIFTED_POSITIONS = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet']);

export type LocalModelFacts = Pick<
  LocalModel,
  | 'kind'
  | 'dimensions'
  | 'maxTokens'
  | 'languages'
  | 'pooling'
  | 'hasLayersAfterPooling'
  | 'queryPrefix'
  | 'documentPrefix'
>;

/** A model's properties and usage, from its files, or from its family if the files do not say. */
export function describeModel(options: { name: string; files: ModelFiles }): LocalModelFacts {
  const { name, files } = options;
  const { config } = files;
  if (!config)
    throw new UnusableModel(`${name} has no config.json. Put all files of the model into its folder.`);
  const dimensions = sizeOf(config, 'hidden_size', 'd_model', 'dim', 'n_embd');
  if (dimensions === null)
    throw new UnusableModel(
      `The config.json of ${name} does not say how long its vectors are (hidden_size).`,
    );
  const card = readModelCard(files.card ?? '');
  const baseCard = readModelCard(files.baseCard ?? '');
  const madeFrom = typeof config['_name_or_path'] === 'string' ? config['_name_or_path'] : '';
  const family = modelFamily([name, madeFrom, card.baseModel ?? '']);
  const architectures = Array.isArray(config['architectures']) ? config['architectures'].map(String) : [];
  const isReranker = architectures.some((one) => one.endsWith('ForSequenceClassification'));
  const prompts = promptsOf(files.prompts);
  return {
    kind: isReranker ? 'reranker' : 'embedder',
    dimensions: isReranker ? 1 : (sizeOf(files.pooling ?? {}, 'word_embedding_dimension') ?? dimensions),
    maxTokens: mostTokens(files, config),
    languages: languagesOf([...card.languages, ...baseCard.languages], config),
    pooling: poolingOf(files.pooling) ?? family.pooling ?? 'mean',
    hasLayersAfterPooling: (files.modules ?? []).some((one) => String(one['type']).endsWith('.Dense')),
    queryPrefix: isReranker ? '' : (prompts.query ?? family.queryPrefix ?? ''),
    documentPrefix: isReranker ? '' : (prompts.document ?? family.documentPrefix ?? ''),
  };
}

function promptsOf(file: Json | null): { query?: string; document?: string } {
  const prompts = file?.['prompts'];
  if (typeof prompts !== 'object' || prompts === null) return {};
  const first = (...names: string[]): string | undefined =>
    names.map((name) => (prompts as Json)[name]).find((value) => typeof value === 'string');
  const query = first('query', 'search_query', 'retrieval.query');
  const document = first('document', 'passage', 'corpus', 'search_document', 'retrieval.passage');
  return { ...(query === undefined ? {} : { query }), ...(document === undefined ? {} : { document }) };
}

const POOLING_FIELDS: readonly [string, Pooling][] = [
  ['pooling_mode_cls_token', 'cls'],
  ['pooling_mode_mean_tokens', 'mean'],
  ['pooling_mode_max_tokens', 'max'],
  ['pooling_mode_lasttoken', 'last'],
];
const POOLING_NAMES: Record<string, Pooling> = { cls: 'cls', mean: 'mean', max: 'max', lasttoken: 'last' };

function poolingOf(file: Json | null): Pooling | null {
  if (!file) return null;
  const named = typeof file['pooling_mode'] === 'string' ? POOLING_NAMES[file['pooling_mode']] : undefined;
  const found = named ?? POOLING_FIELDS.find(([field]) => file[field] === true)?.[1];
  if (found) return found;
  throw new UnusableModel('Its 1_Pooling/config.json asks for a way of pooling that Ibid does not know.');
}

function mostTokens(files: ModelFiles, config: Json): number {
  const positions = sizeOf(config, 'max_position_embeddings', 'n_positions');
  const padding = typeof config['pad_token_id'] === 'number' ? config['pad_token_id'] : 1;
  const shift = SHIFTED_POSITIONS.has(String(config['model_type'])) ? padding + 1 : 0;
  const told = [
    sizeOf(files.sentenceBert ?? {}, 'max_seq_length'),
    sizeOf(files.tokenizerConfig ?? {}, 'model_max_length'),
    positions === null ? null : positions - shift,
    MOST_TOKENS,
  ];
  return Math.min(...told.filter((size) => size !== null));
}

function languagesOf(named: readonly string[], config: Json): readonly string[] | null {
  const codes = [...new Set(named.map((code) => code.toLowerCase()))];
  if (codes.includes('multilingual')) return null;
  const short = codes.flatMap((code) => (code === 'eng' ? ['en'] : /^[a-z]{2}$/u.test(code) ? [code] : []));
  if (short.length > 0) return short;
  return (sizeOf(config, 'vocab_size') ?? 0) >= MANY_LANGUAGES_VOCABULARY ? null : ['en'];
}

function sizeOf(file: Json, ...names: string[]): number | null {
  for (const name of names) {
    const value = file[name];
    // Some tokenizers write a number of thirty digits for "no limit".
    if (typeof value === 'number' && value > 0 && Number.isSafeInteger(value)) return value;
  }
  return null;
}
