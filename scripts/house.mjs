// Measures the size of the code base, to see the effect of a clean-up: `node scripts/house.mjs [FOLDER]`, by default
// this checkout.
// `node scripts/ways.mjs` counts how many files a piece of an answer and a request pass in a running server.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const SMALL = 20;
const LONG = 300;

const packages = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, 'packages', name, 'src')),
);
const rows = packages.map((name) => measure(name));
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const columns = ['entries', 'types', 'files', 'lines', 'small', 'long', 'casts'];
console.log(`package     ${columns.map((column) => column.padStart(8)).join('')}`);
for (const row of [
  ...rows,
  { name: 'all', ...Object.fromEntries(columns.map((column) => [column, sum(column)])) },
])
  console.log(`${row.name.padEnd(12)}${columns.map((column) => String(row[column]).padStart(8)).join('')}`);
console.log(
  `\nentries: functions, classes and values that users import, through any entrance but /internal and /testing; types: what they import only as types; small: ${SMALL} lines or fewer; long: over ${LONG}; casts: "as unknown as". Tests and generated files are left out.`,
);

const server = (rows.find(({ name }) => name === 'server')?.sources ?? []).filter(
  (path) => !path.endsWith('open-services.ts'),
);
const wholes = server.flatMap((path) => readFileSync(path, 'utf8').match(/\w+\??: Services\b/gu) ?? []);
console.log(
  `\n${wholes.length} signatures of the server take all of Services, besides the place that makes it.`,
);

// Not counted: types that the page takes from the API under the same name, and texts of the page, which exist per
// language.
const declared = new Map();
for (const { sources } of rows)
  for (const path of sources.filter((one) => !/[/\\]web[/\\]src[/\\]texts[/\\]/u.test(one)))
    for (const [, name] of readFileSync(path, 'utf8').matchAll(
      /^export (?:async )?(?:function|class|interface|type|const) (\w+)\b(?! = (?:Schemas\[|Body<|Answer<))/gmu,
    ))
      declared.set(name, (declared.get(name) ?? new Set()).add(relative(root, path)));
const twice = [...declared]
  .filter(([, paths]) => paths.size > 1)
  .toSorted(([left], [right]) => left.localeCompare(right));
console.log(`\n${twice.length} names are declared in more than one file:`);
for (const [name, paths] of twice) console.log(`  ${name}: ${[...paths].join(', ')}`);

const users = ['packages', 'bench/suites', 'scripts', 'examples'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => /\.(?:tsx?|mts|mjs)$/u.test(path))
    .filter((path) => !/(?:^|[/\\])(?:node_modules|dist|dist-types|lib)[/\\]/u.test(path))
    .map((path) => join(folder, path)),
);
const namedIn = new Map(
  users.map((path) => [path, new Set(readFileSync(join(root, path), 'utf8').match(/\w+/gu))]),
);
const idle = packages.flatMap((name) => {
  const others = users.filter((path) => !path.startsWith(join('packages', name, '/')));
  const isIdle = (exported) => !others.some((path) => namedIn.get(path).has(exported));
  return [...exportedNames(join(root, 'packages', name, 'src/internal.ts'), new Set())]
    .filter(([exported, isType]) => !isType && isIdle(exported))
    .map(([exported]) => `${exported} of ${name}`);
});
console.log(`\n${idle.length} functions, classes and values of /internal that no other package names:`);
for (const one of idle) console.log(`  ${one}`);

function measure(name) {
  const source = join(root, 'packages', name, 'src');
  const sources = readdirSync(source, { recursive: true })
    .filter(
      (path) => /\.tsx?$/u.test(path) && !/\.(?:test|test-helper|generated)\.tsx?$|\.d\.ts$/u.test(path),
    )
    .map((path) => join(source, path));
  const lines = sources.map((path) => readFileSync(path, 'utf8').trimEnd().split('\n').length);
  const casts = sources.map((path) => readFileSync(path, 'utf8').match(/as unknown as/gu)?.length ?? 0);
  const exported = publicNames(name);
  return {
    name,
    sources,
    entries: [...exported.values()].filter((isType) => !isType).length,
    types: [...exported.values()].filter((isType) => isType).length,
    files: sources.length,
    lines: lines.reduce((total, count) => total + count, 0),
    small: lines.filter((count) => count <= SMALL).length,
    long: lines.filter((count) => count > LONG).length,
    casts: casts.reduce((total, count) => total + count, 0),
  };
}

/**
 * What users import from a package, each name once: all its entry points except those for Ibid itself and for tests.
 */
function publicNames(name) {
  const folder = join(root, 'packages', name);
  const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = Object.entries(exports).flatMap(([entrance, target]) =>
    /^\.\/(?:internal|testing)/u.test(entrance) || !target.default ? [] : [target.default],
  );
  return new Map(
    files.flatMap((file) => [
      ...exportedNames(
        join(folder, file.replace(/^\.\/(?:lib|dist)\//u, 'src/').replace(/\.js$/u, '.ts')),
        new Set(),
      ),
    ]),
  );
}

/** Names that a file exports, through every `export … from`, and whether each is only a type. */
function exportedNames(path, seen) {
  const names = new Map();
  if (!existsSync(path) || seen.has(path)) return names;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  for (const [, allTypes, list] of text.matchAll(/export (type )?\{([^}]*)\}/gu))
    for (const entry of list.split(',')) {
      const [, type, name] = /^(type )?(.*)$/u.exec(entry.trim());
      const exported = name.split(' as ').at(-1).trim();
      if (exported) names.set(exported, Boolean(allTypes ?? type));
    }
  for (const [, kind, exported] of text.matchAll(
    /^export (?:async )?(function|class|interface|type|const) (\w+)/gmu,
  ))
    names.set(exported, kind === 'interface' || kind === 'type');
  for (const [, from] of text.matchAll(/export \* from '(\.[^']+)'/gu))
    for (const [exported, isType] of exportedNames(join(dirname(path), from.replace(/\.js$/u, '.ts')), seen))
      names.set(exported, isType);
  return names;
}
