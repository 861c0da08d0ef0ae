import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { publicExports } from './public-exports.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => join(root, name)),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, 'docs', name)),
  ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'README.md')),
].filter((path) => existsSync(path));

const exported = publicExports(root, ['core', 'client', 'retrieval', 'store', 'eval', 'server', 'cli']);

/** Fences of TypeScript; `ts no-run` is compiled only. Each is a whole module. */
const samplesIn = (text: string, name: string) =>
  [...text.matchAll(/^```ts( no-run)?\n([\s\S]*?)^```/gm)].map((match, at) => ({
    name: `${name.replaceAll(/\W+/g, '-')}-${at + 1}`,
    runs: match[1] === undefined,
    code: match[2] ?? '',
  }));
const samples = [
  ...pages.flatMap((page) => samplesIn(readFileSync(page, 'utf8'), relative(root, page))),
  ...exported.flatMap(({ from, name, comment }) => samplesIn(comment, `${from} ${name}`)),
  // Numbered, because some names differ in the case of their letters only.
].map((sample, index) => ({ ...sample, name: `${index + 1}-${sample.name}` }));

// Inside the repository, so that its packages are found as a user's project finds them.
const folder = join(root, 'node_modules', '.cache', `docs-samples-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('links', () => {
  it.each(pages.map((page) => relative(root, page)))('%s leads to files that exist', (name) => {
    const text = readFileSync(join(root, name), 'utf8').replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const missing = targets
      .filter((target) => !/^(https?:|mailto:|#)/.test(target))
      .map((target) => target.replace(/#.*$/, ''))
      .filter((target) => !existsSync(resolve(dirname(join(root, name)), target)));
    expect(missing).toEqual([]);
  });
});

describe('files of the packages', () => {
  it('that a page names are there', () => {
    const gone = pages.flatMap((page) =>
      [
        ...readFileSync(page, 'utf8').matchAll(
          /`(core|retrieval|store|eval|server|cli|web)\/([a-z][\w./-]*)`/g,
        ),
      ]
        .map(([, name = '', path = '']) => join(root, 'packages', name, 'src', path))
        .filter((path) => !['', '.ts', '.tsx'].some((end) => existsSync(path + end)))
        .map((path) => `${relative(root, page)}: ${relative(root, path)}`),
    );
    expect(gone).toEqual([]);
  });
});

const VARIABLE = /\bIBID_[A-Z_]*[A-Z]\b/g;

/** Those that choose the model of a task have its name, so they stand nowhere in the code. */
function variablesOfTasks(): string[] {
  const registry = readFileSync(join(root, 'packages/server/src/models/model-registry.ts'), 'utf8');
  const types = registry.match(/export type (?:Optional)?ModelTask = [^;]+;/g) ?? [];
  const tasks = types.join().match(/(?<=')\w+(?=')/g) ?? [];
  expect(tasks).toContain('small');
  return tasks.filter((task) => task !== 'chat').map((task) => `IBID_${task.toUpperCase()}_MODEL`);
}

describe('variables of the environment', () => {
  it('are all on their page, which names no others', () => {
    const told = readFileSync(join(root, 'docs/guides/variables.md'), 'utf8').match(VARIABLE) ?? [];
    const files = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /^[a-z]+\/src\/.*\.tsx?$/.test(name) && !/\.test|\/(?:acceptance|testing)\/|test-helper/.test(name),
    );
    const read = files.flatMap(
      (name) => readFileSync(join(root, 'packages', name), 'utf8').match(VARIABLE) ?? [],
    );
    expect(new Set(read).size).toBeGreaterThan(20);
    expect([...new Set(told)].sort()).toEqual([...new Set([...read, ...variablesOfTasks()])].sort());
  });
});

describe('decisions', () => {
  it('are all in their index, with their own title, their date and a status', () => {
    const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8');
    const names = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
    const wrong = names.filter((name) => {
      const [title = '', blank, date = ''] = readFileSync(join(root, 'docs/decisions', name), 'utf8').split(
        '\n',
      );
      const row = index.split('\n').find((line) => line.split('|')[1]?.includes(`](${name})`));
      const [, link, day, status = ''] = row?.split('|').map((cell) => cell.trim()) ?? [];
      const isListed = link === `[${title.replace(/^# /, '')}](${name})` && day === date && status !== '';
      return !isListed || blank !== '' || !name.startsWith(date) || date === '';
    });
    expect(wrong).toEqual([]);
  });
});

describe('what the packages export', () => {
  // What is not for others to use is in `/internal`.
  it('is about sixty entry points: functions, classes and values, the test kit not counted', () => {
    const entries = exported.filter(({ from, isType }) => !isType && !from.startsWith('@ibid/core/testing'));
    expect(entries.length).toBeGreaterThan(50);
    expect(entries.length).toBeLessThanOrEqual(65);
  });

  it('names no requirement of the specification, which users cannot read', () => {
    const id = /\b(?:AGR|ANS|API|CIT|CTX|FD|FLOW|KB|MOD|OPS|ORG|REF|WEB)-\d+\b/;
    const named = exported.filter(
      ({ comment, declaration }) =>
        id.test(comment) || (declaration.match(/\/\*\*[^]*?\*\//g) ?? []).some((own) => id.test(own)),
    );
    expect(named.map(({ from, name }) => `${name} of ${from}`)).toEqual([]);
  });

  it('has one doc comment each, with words and a sample that imports it', () => {
    const written = exported.filter(({ file }) => !file.endsWith('.generated.ts'));
    const lacking = written.filter(({ from, name, comment }) => {
      const [sample] = samplesIn(comment, name);
      const hasWords = comment !== '' && !comment.startsWith('```');
      const uses = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '${from}'`);
      return !hasWords || !sample || !uses.test(sample.code);
    });
    expect(lacking.map(({ from, name, file }) => `${name} of ${from} (${relative(root, file)})`)).toEqual([]);
  });
});

describe('samples', () => {
  it('compile, and run to their end', () => {
    expect(samples.length).toBeGreaterThan(10);
    mkdirSync(join(folder, 'src'), { recursive: true });
    for (const { name, code } of samples)
      writeFileSync(join(folder, 'src', `${name}.ts`), `${code}\nexport {};\n`);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: relative(folder, join(root, 'tsconfig.base.json')),
        compilerOptions: { composite: false, rootDir: 'src', outDir: 'out' },
        include: ['src'],
      }),
    );
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    const compiled = run([join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
    expect(compiled.status, compiled.output).toBe(0);

    // What the samples that read a folder find in it.
    mkdirSync(join(folder, 'papers'));
    writeFileSync(
      join(folder, 'papers', 'budget.md'),
      '# Budget\n\nThe budget was approved by Ada Brandt on 4 May.',
    );
    const names = samples.filter(({ runs }) => runs).map(({ name }) => name);
    const script = names.map(
      (name) => `console.log(${JSON.stringify(name)}); await import('./out/${name}.js');`,
    );
    writeFileSync(join(folder, 'all.js'), [...script, 'process.exit(0);'].join('\n'));
    const ran = run([join(folder, 'all.js')]);
    expect(ran.status, ran.output).toBe(0);
  });
});

function run(args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 600_000,
  });
  return { status, output: `${stdout}\n${stderr}`.slice(-4_000) };
}
