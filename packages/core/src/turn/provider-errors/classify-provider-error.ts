import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  NoSuchModelError,
  TypeValidationError,
} from '@ai-sdk/provider';
import {
  AuthenticationError,
  ContentPolicyError,
  InvalidRequestError,
  InvalidResponseError,
  ProviderError,
  ProviderTimeOutError,
  ProviderUnavailableError,
  QuotaError,
  RateLimitError,
  StreamInterruptedError,
  UnknownModelError,
  UnknownProviderError,
} from './provider-errors.js';
import { ContextTooLongError } from './context-too-long-error.js';
import { namedLimit } from './named-limit.js';
import type { ProviderErrorDetails } from './provider-errors.js';
import { redact } from './redact.js';
import { retryAfter } from './retry-after.js';

const CONTEXT_TOO_LONG =
  /context[ _-]?(length|window|size)|maximum context|prompt is too long|input is too long|too many (input )?tokens|exceeds? the (maximum|available|model'?s?) .{0,30}(tokens|context)|input token count.{0,40}exceeds|reduce the length|context the overflows|n_prompt_tokens|context limit:|request_too_large|string_above_max_length/i;
const CONTENT_POLICY =
  /content[ _-]?(policy|filter|management)|responsible[ _]?ai|safety (system|filter|setting)|blocked by|prohibited[ _]content|usage policies|moderation/i;
const UNKNOWN_MODEL =
  /model[_ -]not[_ -]found|no such model|unknown model|(model|deployment)\b.{0,80}(does not exist|not found|not available|is not supported|isn't available)|not a valid model|invalid model|try pulling it/i;
const QUOTA =
  /insufficient[_ -]?(quota|funds|credits?|balance)|exceeded your current quota|credit balance|billing|payment required/i;
const AUTHENTICATION =
  /invalid[ _-]?api[ _-]?key|incorrect api key|api key not valid|unauthori[sz]ed|authentication|invalid x-api-key/i;
const OVERLOADED = /overloaded|server[_ ]error|internal error|temporarily|unavailable|try again later/i;
const RATE_LIMITED = /rate[ _-]?limit|too many requests|resource[_ ]exhausted|throttl/i;
const TIME_OUT_CODES = new Set([
  'ETIMEDOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const NETWORK_CODE = /^(E[A-Z]{4,}|UND_ERR_|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;
const NETWORK_WORDS =
  /^((terminated|fetch failed|failed to fetch|premature close|socket hang up|aborted|network error)$|Cannot connect to API)/i;

/**
 * Maps an error of the AI SDK, of a provider or of the network to one of our error classes. `afterFirstToken`: a broken
 * connection then counts as an interrupted stream.
 */
export function classifyProviderError(options: {
  error: unknown;
  provider: string;
  modelId: string;
  now: number;
  afterFirstToken: boolean;
}): ProviderError {
  const { error, provider, modelId, now } = options;
  if (error instanceof ProviderError) return error;
  const base: ProviderErrorDetails = { provider, modelId, cause: error };

  if (LoadAPIKeyError.isInstance(error)) return new AuthenticationError(base);
  if (NoSuchModelError.isInstance(error)) return new UnknownModelError(base);
  if (APICallError.isInstance(error)) {
    const wait = retryAfter({ headers: error.responseHeaders, now });
    const details: ProviderErrorDetails = {
      ...base,
      ...(error.statusCode === undefined ? {} : { statusCode: error.statusCode }),
      ...(wait === undefined ? {} : { retryAfterMilliseconds: wait }),
    };
    return fromWords({
      details,
      words: `${error.message}\n${error.responseBody ?? ''}`,
      shortWords: error.message,
      network: networkKind(error, options.afterFirstToken),
    });
  }
  if (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    EmptyResponseBodyError.isInstance(error)
  ) {
    return new InvalidResponseError(base);
  }
  if (InvalidResponseDataError.isInstance(error)) {
    return /without a finish reason/i.test(error.message)
      ? new StreamInterruptedError(base)
      : new InvalidResponseError(base);
  }
  // Error events inside a stream are plain objects or strings.
  const { words, statusCode } = wordsOf(error);
  return fromWords({
    details: statusCode === undefined ? base : { ...base, statusCode },
    words,
    shortWords: words,
    network: networkKind(error, options.afterFirstToken),
  });
}

function fromWords(options: {
  details: ProviderErrorDetails;
  words: string;
  shortWords: string;
  network: 'time-out' | 'interrupted' | 'unavailable' | null;
}): ProviderError {
  const { details, words } = options;
  const status = details.statusCode;
  if (CONTEXT_TOO_LONG.test(words) && (status === undefined || status < 500))
    return new ContextTooLongError({ ...details, ...namedLimit(words) });
  if (QUOTA.test(words) || status === 402) return new QuotaError(details);
  if (status === 401 || (status === 403 && !CONTENT_POLICY.test(words)))
    return new AuthenticationError(details);
  if (status === 429) return new RateLimitError(details);
  if (status === 413) return new ContextTooLongError({ ...details, ...namedLimit(words) });
  if (status === 404) return new UnknownModelError(details);
  if (status === 408 || status === 504) return new ProviderTimeOutError(details);
  if (status !== undefined && status >= 500) return new ProviderUnavailableError(details);
  if (UNKNOWN_MODEL.test(words)) return new UnknownModelError(details);
  if (CONTENT_POLICY.test(words)) return new ContentPolicyError(details);
  if (AUTHENTICATION.test(words)) return new AuthenticationError(details);
  if (status !== undefined && status >= 400) {
    return new InvalidRequestError({ ...details, detail: redact(options.shortWords) });
  }
  if (options.network === 'time-out') return new ProviderTimeOutError(details);
  if (options.network === 'interrupted') return new StreamInterruptedError(details);
  if (options.network === 'unavailable') return new ProviderUnavailableError(details);
  if (RATE_LIMITED.test(words)) return new RateLimitError(details);
  if (OVERLOADED.test(words)) return new ProviderUnavailableError(details);
  return new UnknownProviderError(details);
}

function networkKind(
  error: unknown,
  afterFirstToken: boolean,
): 'time-out' | 'interrupted' | 'unavailable' | null {
  const chain: (Error & { code?: unknown })[] = [];
  for (let current = error; current instanceof Error && chain.length < 6; current = current.cause) {
    chain.push(current);
  }
  const codes = chain.flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
  if (chain.some(({ name }) => name === 'TimeoutError') || codes.some((code) => TIME_OUT_CODES.has(code))) {
    return 'time-out';
  }
  const broken =
    codes.some((code) => NETWORK_CODE.test(code)) || chain.some(({ message }) => NETWORK_WORDS.test(message));
  if (!broken) return null;
  return afterFirstToken ? 'interrupted' : 'unavailable';
}

function wordsOf(error: unknown): { words: string; statusCode?: number } {
  if (typeof error === 'string') return { words: error };
  if (error instanceof Error) return { words: error.message };
  if (typeof error === 'object' && error !== null) {
    const fields = error as {
      message?: unknown;
      code?: unknown;
      type?: unknown;
      status?: unknown;
      error?: unknown;
    };
    if (typeof fields.error === 'object' && fields.error !== null) return wordsOf(fields.error);
    const words = [fields.type, fields.code, fields.message, fields.status, fields.error]
      .filter((value) => typeof value === 'string')
      .join(' ');
    const status = [fields.status, fields.code].find(
      (value): value is number => typeof value === 'number' && value >= 400 && value < 600,
    );
    return status === undefined ? { words } : { words, statusCode: status };
  }
  return { words: '' };
}
