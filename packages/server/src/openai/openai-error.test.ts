import { expect, it } from 'vitest';
import { openAIError } from './openai-error.js';

it.each([
  ['unknown_model', 422, 404, 'invalid_request_error', 'model_not_found', 'model'],
  ['unknown_model', 502, 404, 'invalid_request_error', 'model_not_found', 'model'],
  ['unauthenticated', 401, 401, 'invalid_request_error', 'invalid_api_key', null],
  ['too_many_requests', 429, 429, 'requests', 'rate_limit_exceeded', null],
  ['rate_limit', 502, 429, 'requests', 'rate_limit_exceeded', null],
  ['budget_spent', 429, 429, 'insufficient_quota', 'insufficient_quota', null],
  ['context_overflow', 502, 400, 'invalid_request_error', 'context_length_exceeded', 'messages'],
  ['forbidden', 403, 403, 'invalid_request_error', 'forbidden', null],
  ['authentication', 502, 502, 'server_error', 'authentication', null],
  ['constructor', 500, 500, 'server_error', 'constructor', null],
])('API-4 tells clients of OpenAI %s as they know it', (code, status, answered, type, told, param) => {
  expect(openAIError({ status, code, detail: 'Why.' })).toEqual({
    status: answered,
    error: { message: 'Why.', type, param, code: told },
  });
});
