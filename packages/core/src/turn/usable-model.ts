import type { LanguageModelV3, LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { olderPrompt } from '../context/older-prompt.js';
import { IbidError } from '../errors/ibid-error.js';

/** A model of the AI SDK 6 (`v3`) or 7 (`v4`). */
export type LanguageModel = LanguageModelV3 | LanguageModelV4;

/** What was given as a model cannot be called. */
class InvalidModel extends IbidError {
  readonly code = 'invalid_model';
}

/** The model as Ibid calls it. Programs in JavaScript, and settings read from a file, are not checked by types. */
export function usableModel(model: LanguageModel): LanguageModelV4 {
  const given: unknown = model;
  if (typeof given === 'string')
    throw new InvalidModel(
      `"${given}" is only the name of a model. Pass the model itself, for example \`gateway('${given}')\` with \`gateway\` of the package \`ai\`.`,
    );
  if (typeof given !== 'object' || given === null || !('doStream' in given))
    throw new InvalidModel('This is not a language model. Pass a model object of the AI SDK.');
  if (model.specificationVersion === 'v4') return model;
  if (model.specificationVersion === 'v3') return asV4(model);
  const { specificationVersion } = given as { specificationVersion?: unknown };
  throw new InvalidModel(
    `This model has version "${String(specificationVersion)}" of the AI SDK's interface; Ibid takes "v3" and "v4". Update the package that the model comes from.`,
  );
}

function asV4(model: LanguageModelV3): LanguageModelV4 {
  const { provider, modelId, supportedUrls } = model;
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls,
    doGenerate: (options) =>
      model.doGenerate(olderOptions(options)) as ReturnType<LanguageModelV4['doGenerate']>,
    doStream: (options) => model.doStream(olderOptions(options)) as ReturnType<LanguageModelV4['doStream']>,
  };
}

function olderOptions(options: LanguageModelV4CallOptions): Parameters<LanguageModelV3['doStream']>[0] {
  return { ...options, prompt: olderPrompt(options.prompt) } as Parameters<LanguageModelV3['doStream']>[0];
}
