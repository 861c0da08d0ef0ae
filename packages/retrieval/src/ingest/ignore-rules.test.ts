import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IgnoreRules } from './ignore-rules.js';

const ignored = (lines: string, path: string, isFolder = false) =>
  new IgnoreRules(lines).ignores(path, isFolder);

describe('KB-1 the rules of .ibidignore', () => {
  it.each([
    // A name without a slash matches at any depth, one with a slash from the top.
    ['*.log', 'a/b/c.log', true],
    ['*.log', 'a.log.md', false],
    ['/a.md', 'a.md', true],
    ['/a.md', 'sub/a.md', false],
    ['docs/a.md', 'docs/a.md', true],
    ['docs/a.md', 'sub/docs/a.md', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['a*c', 'a/c', false],
    ['*', 'any/thing', true],
    // Two stars match folders; within a name they count as one.
    ['**/drafts', 'a/b/drafts', true],
    ['**/drafts', 'drafts', true],
    ['a/**/z.md', 'a/z.md', true],
    ['a/**/z.md', 'a/b/c/z.md', true],
    ['a/**/z.md', 'b/a/z.md', false],
    ['a/**', 'a/b/c.md', true],
    ['a/**', 'a', false],
    ['a**c/d', 'abbc/d', true],
    ['a**c/d', 'ab/bc/d', false],
    // Characters with a meaning in regular expressions are literal.
    ['a(b|c)+.md', 'a(b|c)+.md', true],
    ['a(b|c)+.md', 'ab.md', false],
    ['**', 'a.md', true],
    ['[ab].md', 'b.md', true],
    ['[!ab].md', 'b.md', false],
    ['note-[0-9].md', 'note-7.md', true],
    ['note-[0-9].md', 'note-x.md', false],
    ['[]a].md', '].md', true],
    ['[a', '[a', false],
    ['\\*.md', '*.md', true],
    ['\\*.md', 'a.md', false],
    ['\\#a', '#a', true],
    ['\\!a', '!a', true],
    ['a.md  ', 'a.md', true],
    [' a.md', 'a.md', false],
  ])('%s on %s: %s', (rule, path, is) => {
    expect(ignored(rule, path)).toBe(is);
  });

  it('lets the last rule that fits decide, and a slash at the end mean folders', () => {
    expect(ignored('*.md\n!a.md', 'a.md')).toBe(false);
    expect(ignored('!a.md\n*.md', 'a.md')).toBe(true);
    expect(ignored('drafts/', 'drafts', true)).toBe(true);
    expect(ignored('drafts/', 'drafts')).toBe(false);
    expect(ignored('# a.md\n\n  ', 'a.md')).toBe(false);
    expect(ignored('!.notes.md', '.notes.md')).toBe(false);
  });

  // As regular expressions, these had more combinations than could ever be tried.
  it.each([
    [`${'*a'.repeat(100)}*b`, 'a'.repeat(255)],
    [`${'**/a*/'.repeat(40)}b`, `${'aa/'.repeat(1_000)}a`],
    [`${'**/'.repeat(60)}b`, `${'a/'.repeat(2_000)}a`],
    [`${'*?'.repeat(120)}b`, 'a'.repeat(255)],
  ])('comes to an end, whatever stars a rule has: %#', (rule, path) => {
    expect(ignored(rule, path)).toBe(false);
    expect(ignored(rule, path.replace(/a$/u, 'b'))).toBe(true);
  });

  it('matches as Git does', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ibid-ignore-'));
    const git = (args: string[], input = '') =>
      spawnSync('git', ['-C', folder, ...args], { input, encoding: 'utf8' }).stdout;
    git(['init', '-q']);
    const letters = [
      'a',
      'b',
      '*',
      '?',
      '[ab]',
      '[!a]',
      '[a-c]',
      '[[:alpha:]]',
      '\\',
      '-',
      '1',
      ' ',
      '!',
      '#',
    ];
    const part = fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 })
      .map((all) => all.join(''))
      .filter((one) => !one.endsWith('\\'));
    const rule = fc
      .tuple(
        fc.array(fc.oneof(part, fc.constant('**')), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '/'),
      )
      .map(([parts, start]) => start + parts.join('/'));
    const name = fc.array(fc.constantFrom('a', 'b', 'c', '*', '!', '#', ' ', '1', '-', '\\', ']'), {
      minLength: 1,
      maxLength: 3,
    });
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((all) => all.map((one) => one.join('')));
    try {
      const rules = fc.sample(rule, { numRuns: 60 });
      const paths = fc
        .sample(path, { numRuns: 200 })
        .filter((names) => names.every((one) => one.trim() !== ''));
      for (const one of rules) {
        writeFileSync(join(folder, '.git', 'info', 'exclude'), `${one}\n`);
        const found = git(
          ['check-ignore', '--no-index', '--stdin', '-z'],
          paths.map((names) => names.join('/')).join('\0'),
        );
        const byGit = new Set(found.split('\0'));
        const own = new IgnoreRules(one);
        for (const names of paths) {
          // Like a folder walk: nothing below an ignored folder is examined.
          const isIgnored = names.some((_, end) =>
            own.ignores(names.slice(0, end + 1).join('/'), end + 1 < names.length),
          );
          expect([one, names.join('/'), isIgnored]).toEqual([
            one,
            names.join('/'),
            byGit.has(names.join('/')),
          ]);
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('matches as a plain search through all ways does', () => {
    const segment = fc
      .array(fc.constantFrom('a', 'b', '*', '?'), { maxLength: 5 })
      .map((parts) => parts.join(''));
    const rule = fc.array(fc.oneof(segment, fc.constant('**')), { minLength: 2, maxLength: 4 });
    const path = fc.array(fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(rule, path, (rules, folders) => {
        fc.pre(rules.every((part) => part !== ''));
        const segments = folders.map((letters) => letters.join(''));
        expect(ignored(rules.join('/'), segments.join('/'))).toBe(fits(rules, segments));
      }),
    );
  });
});

/** Tries all combinations: correct but slow. */
function fits(rule: string[], path: string[]): boolean {
  const [first, ...rest] = rule;
  if (first === undefined) return path.length === 0;
  if (first === '**') {
    if (rest.length === 0) return path.length > 0;
    return path.some((_, skipped) => fits(rest, path.slice(skipped))) || fits(rest, []);
  }
  const name = path[0];
  return name !== undefined && letters(first.split(''), name.split('')) && fits(rest, path.slice(1));
}

function letters([first, ...rest]: string[], name: string[]): boolean {
  if (first === undefined) return name.length === 0;
  if (first === '*') return [...name, ''].some((_, skipped) => letters(rest, name.slice(skipped)));
  return name.length > 0 && (first === '?' || first === name[0]) && letters(rest, name.slice(1));
}
