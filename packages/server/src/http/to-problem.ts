import { DatabaseBusy, FileTooLarge, InvalidCursor, isDatabaseUnavailable } from '@ibid/store/internal';
import type { HTTPException } from 'hono/http-exception';
import { BudgetSpent } from '../budgets/budget-spent.js';
import { DiskFull, HttpError, InvalidRequest, TooLarge, Unavailable } from '../errors/index.js';

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: readonly { field: string; message: string }[];
}

export interface ProblemAnswer {
  problem: Problem;
  headers: Record<string, string>;
  /** Unforeseen: log it with its stack. */
  isUnexpected: boolean;
}

/** What a client learns about an error. Unexpected errors reveal no internals. */
export function toProblem(error: unknown): ProblemAnswer {
  const known = asHttpError(error);
  if (known) {
    const { status, title, code, message } = known;
    const errors = known instanceof InvalidRequest && known.fields.length > 0 ? { errors: known.fields } : {};
    return answer({ status, title, code, detail: message, ...errors }, known.headers);
  }
  if (isHttpException(error) && error.status === 415)
    return answer({
      status: 415,
      title: 'Invalid request',
      code: 'unsupported_media_type',
      detail:
        'The body is not of the type that this address takes. Send JSON with the header “content-type: application/json”, or files as multipart/form-data.',
    });
  if (isHttpException(error))
    return answer({
      status: error.status,
      title: 'Invalid request',
      code: error.status === 413 ? 'too_large' : 'invalid_request',
      detail: error.message || 'The request is not valid.',
    });
  return {
    ...answer({
      status: 500,
      title: 'Internal error',
      code: 'internal_error',
      detail: 'Something went wrong inside the server. See its log for details.',
    }),
    isUnexpected: true,
  };
}

function answer(problem: Omit<Problem, 'type'>, headers: Record<string, string> = {}): ProblemAnswer {
  return { problem: { type: 'about:blank', ...problem }, headers, isUnexpected: false };
}

function asHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (error instanceof BudgetSpent) return new BudgetRefusal(error);
  if (error instanceof InvalidCursor) return new InvalidRequest(error.message, error.code, 'cursor');
  if (error instanceof FileTooLarge) return new TooLarge(error.message, error.code);
  if (error instanceof DatabaseBusy) return new Unavailable(error.message, error.code);
  if (isDatabaseUnavailable(error))
    return new Unavailable(
      'The database cannot be reached at the moment. Try again soon.',
      'database_unavailable',
    );
  if (error instanceof Error && isDiskFull(error)) return new DiskFull();
  return null;
}

function isDiskFull(error: Error): boolean {
  return (
    (error as NodeJS.ErrnoException).code === 'ENOSPC' || /database or disk is full/iu.test(error.message)
  );
}

/** Not to be retried before the day or month is over. */
class BudgetRefusal extends HttpError {
  readonly code: string;
  readonly status = 429;
  readonly title = 'Budget spent';
  override readonly headers: Record<string, string>;

  constructor(error: BudgetSpent) {
    super(error.message);
    this.code = error.code;
    const seconds = Math.ceil((Date.parse(error.resetsAt) - Date.now()) / 1000);
    this.headers = { 'retry-after': String(Math.max(1, seconds)) };
  }
}

/** Checks the shape: with two copies of Hono in a program, the other's errors are not instances of our class. */
function isHttpException(error: unknown): error is HTTPException {
  return error instanceof Error && 'getResponse' in error && 'status' in error;
}
