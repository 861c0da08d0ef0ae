import { expect, it } from 'vitest';
import { webAddress } from './web-address.js';

it.each([
  ['https://github.com/team/book.git', '', 'https://github.com/team/book/blob/main/docs/a%20b.md'],
  [
    'https://gitlab.example.org/t/s/book.git/',
    '',
    'https://gitlab.example.org/t/s/book/-/blob/main/docs/a%20b.md',
  ],
  ['https://codeberg.org/team/book', '', 'https://codeberg.org/team/book/src/branch/main/docs/a%20b.md'],
  ['https://git.example.org/book', 'https://x.org/{branch}?f={path}', 'https://x.org/main?f=docs/a%20b.md'],
  ['https://git.example.org/book', '', null],
])('KB-10 a file of %s is seen at its host', (repository, template, expected) => {
  expect(webAddress({ repository: new URL(repository), branch: 'main', path: 'docs/a b.md', template })).toBe(
    expected,
  );
});
