import { expect, it } from 'vitest';
import { isReadable } from './is-readable.js';

it('WEB-1 tells Markdown that people write from what is nested without end', () => {
  for (const text of [
    '',
    '- a\n  - b\n    - c',
    `> ${'word '.repeat(500)}`,
    `| a |${' --- |'.repeat(40)}`,
    '-'.repeat(80),
    `${' '.repeat(400)}${'code '.repeat(100)}`,
    '[1][2][3]',
  ])
    expect(isReadable(text)).toBe(true);
  for (const text of [
    `Look:\n${'>'.repeat(5_000)}x`,
    `${'- '.repeat(2_000)}a`,
    `${'1. '.repeat(200)}a`,
    `${'*'.repeat(3_000)}a`,
    `${'['.repeat(2_000)}a`,
  ])
    expect(isReadable(text)).toBe(false);
});
