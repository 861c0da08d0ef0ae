import type { z } from '@hono/zod-openapi';

/** A part of a request that is not valid. */
export interface InvalidField {
  /** `messages[0].content`; empty: the request as a whole. */
  field: string;
  message: string;
}

type Issue = z.core.$ZodIssue;

/** What is wrong with a request, field by field, in words for people. */
export function invalidFields(issues: readonly Issue[]): InvalidField[] {
  return issues.map((issue) => ({ field: fieldOf(issue.path), message: wordsOf(issue) }));
}

/** All of it in one text. */
export function inOneText(fields: readonly InvalidField[]): string {
  return fields.map(({ field, message }) => `${field || 'The request'} ${message}.`).join(' ');
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
    .join('');
}

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is missing';
      return `must be ${KINDS[issue.expected] ?? `of the type ${issue.expected}`}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return `must ${sizeOf(issue.origin)}at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `must ${sizeOf(issue.origin)}at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
    case 'invalid_value':
      return `must be one of these: ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `has fields that do not exist: ${issue.keys.join(', ')}`;
    case 'invalid_format':
      if (issue.format === 'regex' && issue.message.includes('must match pattern'))
        return 'is not written as it must be: check its length and its characters';
      return issue.format === 'regex' ? ownWords(issue) : `must be a valid ${issue.format}`;
    case 'custom':
      return ownWords(issue);
    default:
      return 'is not valid';
  }
}

/** Ends without its full stop, since the text goes on. */
function ownWords({ message }: Issue): string {
  return `is not valid: ${message.replace(/\.$/u, '')}`;
}

function sizeOf(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have ' : 'be ';
}

function unitOf(origin: string, size: number | bigint): string {
  const isOne = Number(size) === 1;
  if (origin === 'string') return isOne ? ' character' : ' characters';
  if (origin === 'array') return isOne ? ' entry' : ' entries';
  return '';
}
