import { APICallError } from '@ai-sdk/provider';
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { withoutTools } from './without-tools.js';

/** Messages of vLLM and llama.cpp, which accept tools only if started with them enabled, and of others. */
const REFUSED =
  /tool choice requires|requires --jinja|no endpoints found that support tool|(?:tools?|tool use|tool calling|function calling)\b.{0,40}\bnot (?:supported|enabled|available)|not support (?:tools?|tool use|tool calling|functions?|function calling)\b/iu;

/** If a model turns out not to accept tools, repeats the request at once without them and calls `onRefused`. */
export function askedAgainWithoutTools(model: LanguageModelV4, onRefused: () => void): LanguageModelV4 {
  const plain = withoutTools(model);
  const call =
    <Result>(ask: (one: LanguageModelV4, options: LanguageModelV4CallOptions) => PromiseLike<Result>) =>
    async (options: LanguageModelV4CallOptions): Promise<Result> => {
      try {
        return await ask(model, options);
      } catch (error) {
        if (!options.tools?.length || !refusesTools(error)) throw error;
        onRefused();
        return ask(plain, options);
      }
    };
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: call((one, options) => one.doGenerate(options)),
    doStream: call((one, options) => one.doStream(options)),
  };
}

function refusesTools(error: unknown): boolean {
  return APICallError.isInstance(error) && REFUSED.test(`${error.message}\n${error.responseBody ?? ''}`);
}
