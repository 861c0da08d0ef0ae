import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../..', import.meta.url));

interface SourceFile {
  path: string;
  text: string;
  imports: string[];
}

function sources(folder: string): SourceFile[] {
  return readdirSync(join(packages, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.tsx?$/u.test(entry.name) && !/\.(?:test|generated)\.tsx?$/u.test(entry.name),
    )
    .map((entry) => {
      const full = join(entry.parentPath, entry.name);
      // Examples in doc comments are user code, not imports of the engine.
      const text = readFileSync(full, 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\//gu, '');
      const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/gu)].map((match) => match[1]!);
      return { path: relative(packages, full), text, imports };
    });
}

const isKit = (file: SourceFile) => file.path.includes('/testing/') || file.path.includes('test-helper');
const core = sources('core/src').filter((file) => !isKit(file));
const named = (path: string) => core.find((file) => file.path === `core/src/${path}`)!;

describe('FLOW-1 layers, each ignorant of the one above', () => {
  it('run-step knows no loop, run-loop no turn, and neither knows of stopping', () => {
    expect(named('turn/run-step.ts').imports).not.toContain('./run-loop.js');
    expect(named('turn/run-loop.ts').imports).not.toContain('./run-turn.js');
    for (const path of ['turn/run-step.ts', 'turn/run-loop.ts']) {
      expect(named(path).text, path).not.toMatch(/\bstop\(|isStopped|stopRequested/u);
    }
  });

  it('packages import one way: core, retrieval, store, server', () => {
    const order = ['core', 'retrieval', 'store', 'server', 'cli'];
    const upward = order.flatMap((name, place) =>
      sources(`${name}/src`).flatMap((file) =>
        file.imports
          .filter((target) =>
            order
              .slice(place + 1)
              .some((above) => target === `@ibid/${above}` || target.startsWith(`@ibid/${above}/`)),
          )
          .map((target) => `${file.path} imports ${target}`),
      ),
    );
    expect(upward).toEqual([]);
  });

  it('the engine has no database, no HTTP, no files and no clock of its own', () => {
    const allowed = new Map([
      ['core/src/turn/run-turn.ts', ['node:events']],
      // The ranks of an encoding: data of the package itself, read on the first count.
      ['core/src/tokens/load-encoding.ts', ['node:fs', 'node:module']],
      // Not part of the engine: shared by the packages above, through a separate entry point.
      ['core/src/threads/native-gate.ts', ['node:timers/promises']],
      ['core/src/threads/start-native-thread.ts', ['node:worker_threads']],
      ['core/src/threads/write-in-thread.ts', ['node:os', 'node:worker_threads']],
    ]);
    const foreign = core.flatMap((file) =>
      file.imports
        .filter((target) => target.startsWith('node:') && !allowed.get(file.path)?.includes(target))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(foreign).toEqual([]);
    const clocks = core.filter((file) => /Date\.now\(|new Date\(\)|Math\.random\(/u.test(file.text));
    expect(clocks.map((file) => file.path)).toEqual(['core/src/turn/system-clock.ts']);
  });
});

describe('FLOW-2 three forms of a message, converted at the borders only', () => {
  it('only the context, and the adapters for AI SDK applications, touch the model library’s messages', () => {
    const writers = core.filter((file) => /LanguageModelV4(?:Prompt|Message)\b/u.test(file.text));
    expect(
      writers
        .map((file) => file.path)
        .filter((path) => !path.startsWith('core/src/context/') && !path.startsWith('core/src/ai-sdk/')),
    ).toEqual([]);
  });
});

describe('REF-3 who numbers', () => {
  it('numbers are given out in one place, and tools know nothing of them', () => {
    const givers = core.filter((file) => /\bledger\.assign\(/u.test(file.text));
    expect(givers.map((file) => file.path)).toEqual(['core/src/context/number-sources.ts']);
    const tools = [
      ...sources('retrieval/src'),
      ...core.filter((file) => file.path.includes('/descriptors/')),
    ];
    expect(
      tools.filter((file) => /SourceLedger|numberSources/u.test(file.text)).map((file) => file.path),
    ).toEqual([]);
  });
});

it('codes of errors and warnings are words joined by underscores, in every package', () => {
  const files = ['core', 'retrieval', 'store', 'eval', 'server', 'client', 'cli', 'web']
    .flatMap((name) => sources(`${name}/src`))
    .filter(({ path }) => !path.startsWith('web/src/texts/'));
  const codes = files.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /\bcode(?:: string)? = '([^']+)'|\bcode: '([^']+)'|\bwarning\(\s*'([^']+)'|new (?:ParseError|HttpError)\(\s*'([^']+)'/gu,
      ),
    ].map((match) => ({ path, code: match.slice(1).find((group) => group !== undefined)! })),
  );
  expect(codes.length).toBeGreaterThan(80);
  expect(codes.filter(({ code }) => !/^[a-z]+(?:_[a-z]+)*$/u.test(code))).toEqual([]);
});
