import { chatDialect, modelRows, openaiError } from './chat-dialect.js';
import type { FakeDialect } from './fake-dialect.js';

/** vLLM reports the window in its list of models, and accepts tools only if it was started for them. */
export const vllm: FakeDialect = {
  ...chatDialect,
  look: (path, models) =>
    path === '/v1/models'
      ? {
          object: 'list',
          data: models.map(({ name, window }) => ({
            id: name,
            object: 'model',
            owned_by: 'vllm',
            root: name,
            parent: null,
            max_model_len: window,
          })),
        }
      : null,
  refuse: (refusal) => {
    if (refusal.why === 'key') return { status: 401, body: { error: 'Unauthorized' } };
    if (refusal.why === 'model')
      return openaiError(404, `The model \`${refusal.model}\` does not exist.`, 404);
    if (refusal.why === 'tools')
      return openaiError(
        400,
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        400,
      );
    if (refusal.why === 'window')
      return openaiError(
        400,
        `This model's maximum context length is ${refusal.window} tokens. However, your request has ${refusal.tokens} input tokens. Please reduce the length of the input messages.`,
        400,
      );
    return openaiError(refusal.status, 'Internal server error', refusal.status);
  },
};

/**
 * LM Studio reports no window in OpenAI's list, but everything in its own. It answers unknown paths with 200, and sends
 * errors during a stream as events.
 */
export const lmStudio: FakeDialect = {
  ...chatDialect,
  look: (path, models) => {
    if (path === '/v1/models') return modelRows(models);
    if (path !== '/api/v0/models')
      return { error: `Unexpected endpoint or method. (GET ${path}). Returning 200 anyway` };
    return {
      object: 'list',
      data: models.map(({ name, window, embeds }) => ({
        id: name,
        object: 'model',
        type: embeds ? 'embeddings' : 'llm',
        publisher: 'fake',
        arch: 'fake',
        compatibility_type: 'gguf',
        quantization: 'Q4_K_M',
        state: 'loaded',
        max_context_length: 131_072,
        loaded_context_length: window,
      })),
    };
  },
  refuse: (refusal) => {
    if (refusal.why === 'key') return openaiError(401, 'Invalid API token.', 'invalid_api_key');
    if (refusal.why === 'model')
      return openaiError(404, `Model "${refusal.model}" not found.`, 'model_not_found');
    if (refusal.why === 'tools') return openaiError(400, 'This model does not support tools.');
    if (refusal.why === 'window')
      return openaiError(
        400,
        `Trying to keep the first ${refusal.tokens} tokens when context the overflows. However, the model is loaded with context length of only ${refusal.window} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`,
      );
    return openaiError(refusal.status, 'The model has crashed without additional information.');
  },
};

/** llama.cpp has one model and answers to any name. Its list needs no key, and its window is at `/props`. */
export const llamaCpp: FakeDialect = {
  ...chatDialect,
  open: ['/v1/models', '/health'],
  answersAnyName: true,
  look: (path, models) => {
    const [model] = models;
    if (path === '/v1/models')
      return {
        ...modelRows(models),
        models: models.map(({ name }) => ({ name, model: name, capabilities: ['completion'] })),
      };
    if (path === '/health') return { status: 'ok' };
    if (path !== '/props' || !model) return null;
    return {
      default_generation_settings: { id: 0, n_ctx: model.window, is_processing: false },
      total_slots: 1,
      model_path: model.name,
      modalities: { vision: false, audio: false },
    };
  },
  refuse: (refusal) => {
    const error = (code: number, message: string, type: string, more: object = {}) => ({
      status: code,
      body: { error: { code, message, type, ...more } },
    });
    if (refusal.why === 'key') return error(401, 'Invalid API Key', 'authentication_error');
    if (refusal.why === 'tools') return error(500, 'tools param requires --jinja flag', 'server_error');
    if (refusal.why === 'window')
      return error(
        400,
        'the request exceeds the available context size, try increasing it',
        'exceed_context_size_error',
        { n_prompt_tokens: refusal.tokens, n_ctx: refusal.window },
      );
    if (refusal.why === 'model') return error(404, 'File Not Found', 'not_found_error');
    return error(refusal.status, 'Internal error', 'server_error');
  },
};
