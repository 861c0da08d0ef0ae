import { APICallError, InvalidResponseDataError, LoadAPIKeyError, NoSuchModelError } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyProviderError } from './classify-provider-error.js';
import { redact } from './redact.js';
import { retryAfter } from './retry-after.js';

const NOW = Date.UTC(2026, 0, 1);
const classify = (error: unknown, afterFirstToken = false) =>
  classifyProviderError({ error, provider: 'p', modelId: 'm', now: NOW, afterFirstToken });

function response(statusCode: number, message: string, headers: Record<string, string> = {}): APICallError {
  return new APICallError({
    message,
    url: 'https://user:pass@api.example.com/v1/chat?key=SECRETKEY123456789',
    requestBodyValues: {},
    statusCode,
    responseHeaders: headers,
    responseBody: JSON.stringify({ error: { message } }),
  });
}

const network = (code: string, message = 'connect failed') =>
  new APICallError({
    message: `Cannot connect to API: ${message}`,
    url: 'https://x',
    requestBodyValues: {},
    cause: Object.assign(new Error(message), { code }),
  });

describe('FLOW-9 kinds of provider errors', () => {
  it.each([
    ['authentication', response(401, 'Incorrect API key provided: sk-abc')],
    ['authentication', response(403, 'Forbidden')],
    ['authentication', response(400, 'API key not valid. Please pass a valid API key.')],
    ['authentication', new LoadAPIKeyError({ message: 'OpenAI API key is missing.' })],
    ['rate_limit', response(429, 'Rate limit reached')],
    ['rate_limit', { type: 'rate_limit_error', message: 'Number of requests exceeded' }],
    ['quota', response(429, 'You exceeded your current quota, please check your plan and billing details.')],
    ['quota', response(402, 'Payment required')],
    ['context_too_long', response(400, "This model's maximum context length is 8192 tokens.")],
    ['context_too_long', response(400, 'prompt is too long: 210000 tokens > 200000 maximum')],
    [
      'context_too_long',
      response(400, 'The input token count (1200000) exceeds the maximum number of tokens allowed'),
    ],
    ['context_too_long', response(413, 'Request too large')],
    ['context_too_long', { code: 'context_length_exceeded', message: 'too long' }],
    ['content_policy', response(400, 'The response was filtered due to the content management policy')],
    ['content_policy', response(403, 'Blocked by our usage policies')],
    ['unknown_model', response(404, 'The model `x` does not exist or you do not have access to it.')],
    ['unknown_model', response(400, "model 'x' not found, try pulling it first")],
    ['unknown_model', new NoSuchModelError({ modelId: 'x', modelType: 'languageModel' })],
    ['unavailable', response(500, 'Internal server error')],
    ['unavailable', response(529, 'Overloaded')],
    ['unavailable', { type: 'overloaded_error', message: 'Overloaded' }],
    ['unavailable', network('ECONNREFUSED')],
    ['unavailable', network('ENOTFOUND')],
    ['unavailable', new TypeError('fetch failed')],
    ['time_out', network('UND_ERR_HEADERS_TIMEOUT')],
    ['time_out', response(504, 'Gateway timeout')],
    ['invalid_request', response(422, 'temperature must be below 2')],
    ['invalid_response', new InvalidResponseDataError({ data: {}, message: 'Expected id to be a string.' })],
    ['provider_failed', new Error('no idea')],
    ['provider_failed', null],
  ])('%s', (code, error) => {
    expect(classify(error).code).toBe(code);
  });

  it('calls a connection that breaks after the first token an interrupted stream', () => {
    expect(classify(new TypeError('terminated'), true).code).toBe('stream_interrupted');
    expect(classify(network('ECONNRESET'), true).code).toBe('stream_interrupted');
    const noFinish = new InvalidResponseDataError({
      data: undefined,
      message: 'Response stream ended without a finish reason.',
    });
    expect(classify(noFinish, true).code).toBe('stream_interrupted');
  });

  it('says what can be tried again, and when', () => {
    expect(classify(response(429, 'slow down', { 'retry-after': '7' }))).toMatchObject({
      retryable: true,
      statusCode: 429,
      retryAfterMilliseconds: 7_000,
    });
    expect(classify(response(401, 'no')).retryable).toBe(false);
  });

  it('keeps one that is already classified', () => {
    const error = classify(response(429, 'slow'));
    expect(classify(error)).toBe(error);
  });

  it('has no secret in any message', () => {
    const secrets = [
      'sk-proj-Abc123Def456Ghi789',
      'SECRETKEY123456789',
      'AIzaSyA1234567890abcdefghij',
      'user:pass',
    ];
    for (const status of [400, 401, 403, 404, 413, 422, 429, 500, 503]) {
      for (const secret of secrets) {
        const message = classify(
          response(status, `Bad header Authorization: Bearer ${secret}, key=${secret}`),
        ).message;
        for (const one of secrets) expect(message).not.toContain(one);
      }
    }
  });
});

describe('redact', () => {
  it('takes out whatever looks like a key, wherever it stands', () => {
    const key = fc
      .stringMatching(/^[A-Za-z0-9]{20,40}$/)
      .filter((text) => /[0-9]/.test(text) && /[A-Za-z]/.test(text));
    const prefix = fc.constantFrom(
      'sk-',
      'api key: ',
      'token=',
      'https://a:',
      'Bearer ',
      '',
      'x-api-key: "',
      '(',
    );
    const suffix = fc.constantFrom('', '.', '@host/path', '"', ') is wrong', '?x=1');
    fc.assert(
      fc.property(key, prefix, suffix, (secret, before, after) => {
        expect(redact(`The request failed: ${before}${secret}${after}`)).not.toContain(secret);
      }),
    );
  });

  it('leaves ordinary words, and is short', () => {
    expect(redact('temperature must be between 0 and 2')).toBe('temperature must be between 0 and 2');
    expect(redact('word '.repeat(1_000)).length).toBeLessThanOrEqual(300);
  });
});

describe('retryAfter', () => {
  it('reads milliseconds, seconds and dates', () => {
    const read = (headers: Record<string, string>) => retryAfter({ headers, now: NOW });
    expect(read({ 'retry-after-ms': '250', 'retry-after': '9' })).toBe(250);
    expect(read({ 'retry-after': '1.5' })).toBe(1_500);
    expect(read({ 'retry-after': new Date(NOW + 4_000).toUTCString() })).toBe(4_000);
    expect(read({ 'retry-after': new Date(NOW - 4_000).toUTCString() })).toBe(0);
    expect(read({ 'retry-after': 'soon' })).toBeUndefined();
    expect(read({})).toBeUndefined();
  });
});
