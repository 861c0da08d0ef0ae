import { expect, it } from 'vitest';
import { createLog } from './create-log.js';

function logged(entry: Record<string, unknown>): string {
  let lines = '';
  const log = createLog('info', { write: (line) => void (lines += line) });
  log.error(entry, 'a job failed');
  expect(() => JSON.parse(lines)).not.toThrow();
  return lines;
}

const SECRET = 'hunter2hunter2';
const SIGNED = `https://b.s3.example.org/k.pdf?X-Amz-Credential=AKIAABCDEFGHIJKLMNOP%2F2026&X-Amz-Signature=${'ab12'.repeat(16)}&X-Amz-Security-Token=${SECRET}`;

it.each([
  ['a token in an address', new TypeError(`Failed to parse URL from https://h.example/feed?token=${SECRET}`)],
  ['a password in an address', new Error(`connect ECONNREFUSED https://ann:${SECRET}@dav.example/x`)],
  ['a signed address', new Error(`fetch failed: ${SIGNED}`)],
  ['a header', new TypeError(`Headers.append: "Bearer ${SECRET}\n" is an invalid header value.`)],
  ['a log-in', Object.assign(new Error('No'), { command: { password: SECRET, name: 'LOGIN' } })],
  ['a cause', new Error('It failed.', { cause: new Error(`GET ${SIGNED}`) })],
  ['a cause further down', new Error('It failed.', { cause: { request: { url: SIGNED } } })],
  ['several', new AggregateError([new Error(`password=${SECRET}`)], 'All failed.')],
])('OPS-3 no line holds a secret: %s', (_, err) => {
  for (const line of [logged({ err }), logged({ reason: err.message }), logged({ reason: String(err) })]) {
    expect(line).not.toContain(SECRET);
    expect(line).not.toContain('ab12ab12');
    expect(line).not.toContain('AKIAABCDEFGHIJKLMNOP');
    expect(line).toContain('a job failed');
  }
});

it('keeps what tells people where it failed, and ends with errors that hold themselves', () => {
  const error = Object.assign(new Error('The pump is off.'), { self: {} as unknown });
  error.self = error;
  const line = logged({ err: error });
  expect(line).toContain('The pump is off.');
  expect(line).toContain('create-log.test.');
});
