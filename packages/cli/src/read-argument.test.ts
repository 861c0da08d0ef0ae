import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { questionAfterNames } from './read-argument.js';
import { ibid } from './run-command.test-helper.js';

it('CLI-1 finds the question after --kb, which takes all words as names', async () => {
  expect(questionAfterNames([], ['Kestrel', 'How much is the deposit?'])).toEqual({
    question: 'How much is the deposit?',
    kb: ['Kestrel'],
  });
  expect(questionAfterNames(['How', 'much?'], ['Kestrel', 'Old papers'])).toEqual({
    question: 'How much?',
    kb: ['Kestrel', 'Old papers'],
  });
  // A single name with spaces is a name.
  expect(questionAfterNames([], ['Old papers'])).toEqual({ question: '', kb: ['Old papers'] });
  expect(questionAfterNames([], ['Kestrel', 'Papers'])).toEqual({ question: '', kb: ['Kestrel', 'Papers'] });
  const missing = await ibid('ask', '--kb', 'Kestrel', 'Papers');
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('before --kb') as string });
});

it('OPS-1 says in words that a port is in use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ibid-port-'));
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const served = await ibid('serve', '--port', String(port), '--data', folder, '--log-level', 'silent');
  expect(served.code).toBe(1);
  expect(served.err).toContain(`Another program already uses port ${port}`);
  expect(served.err).not.toContain('EADDRINUSE');
  await new Promise((resolve) => other.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});
