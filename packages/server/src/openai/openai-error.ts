import type { Problem } from '../http/to-problem.js';

interface OpenAIError {
  message: string;
  type: string;
  param: string | null;
  code: string;
}

interface Known {
  status?: number;
  type?: string;
  param?: string;
  code: string;
}

const MISSING: Known = { status: 404, param: 'model', code: 'model_not_found' };
const TOO_LONG: Known = { status: 400, param: 'messages', code: 'context_length_exceeded' };
const TOO_MANY: Known = { status: 429, type: 'requests', code: 'rate_limit_exceeded' };
const SPENT: Known = { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' };

/** Our codes and OpenAI's equivalents, which its clients act on. Other codes stay ours. */
const KNOWN: Record<string, Known> = {
  unknown_model: MISSING,
  unauthenticated: { code: 'invalid_api_key' },
  too_many_requests: TOO_MANY,
  rate_limit: TOO_MANY,
  budget_spent: SPENT,
  quota: SPENT,
  context_overflow: TOO_LONG,
  context_too_long: TOO_LONG,
  content_policy: { status: 400, code: 'content_policy_violation' },
  previous_response_not_found: {
    status: 400,
    param: 'previous_response_id',
    code: 'previous_response_not_found',
  },
};

/** API-4: an error in the format and with the status that OpenAI's clients expect. */
export function openAIError(
  { status, detail, code }: Pick<Problem, 'status' | 'detail' | 'code'>,
  param: string | null = null,
): { status: number; error: OpenAIError } {
  const known = Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined;
  const answered = known?.status ?? status;
  const type = known?.type ?? (answered < 500 ? 'invalid_request_error' : 'server_error');
  return {
    status: answered,
    error: { message: detail, type, param: known?.param ?? param, code: known?.code ?? code },
  };
}
