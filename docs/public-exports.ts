import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Something that users import: a function, a class, a constant or a type. */
export interface PublicExport {
  /** What it is imported from, e.g. `@ibid/core/citations`. */
  from: string;
  name: string;
  /** Whether it is there for the compiler alone: an interface, or another type. */
  isType: boolean;
  /** The file that declares it. */
  file: string;
  /** Its doc comment; empty when it has none. */
  comment: string;
  /** How it is declared, with the comments on its members. */
  declaration: string;
}

/** Everything that the packages export, each once, by the shortest path to it. */
export function publicExports(root: string, packages: readonly string[]): PublicExport[] {
  const found = new Map<string, PublicExport>();
  for (const folder of packages) {
    const path = join(root, 'packages', folder);
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
      name: string;
      exports: Record<string, string | { default?: string }>;
    };
    const entries = Object.entries(manifest.exports).sort(([left], [right]) => left.length - right.length);
    for (const [subpath, entry] of entries) {
      if (typeof entry === 'string' || entry.default === undefined) continue;
      if (subpath.startsWith('./internal')) continue;
      const file = join(path, entry.default.replace('./lib/', 'src/').replace(/\.js$/, '.ts'));
      for (const [name, declared] of exportsOf(file)) {
        const key = `${declared}#${name}`;
        if (found.has(key)) continue;
        const from = `${manifest.name}${subpath.slice(1)}`;
        const isType = isOnlyType(declared, name);
        found.set(key, {
          from,
          name,
          isType,
          file: declared,
          comment: commentOf(declared, name),
          declaration: declarationOf(declared, name),
        });
      }
    }
  }
  return [...found.values()];
}

const KINDS = '(?:abstract )?(?:async )?(?:function\\*?|class|const|interface|type)';
const DECLARED = new RegExp(`^export ${KINDS} (\\w+)`, 'gm');

/** Names of what a file exports to the files that declare them. */
function exportsOf(file: string): Map<string, string> {
  const text = readFileSync(file, 'utf8');
  const target = (specifier: string) => resolve(dirname(file), specifier.replace(/\.js$/, '.ts'));
  const found = new Map<string, string>();
  for (const [, specifier = ''] of text.matchAll(/^export (?:type )?\* from '([^']+)'/gm))
    for (const [name, declared] of exportsOf(target(specifier))) found.set(name, declared);
  for (const [, names = '', specifier = ''] of text.matchAll(
    /^export (?:type )?\{([^}]+)\} from '(\.[^']+)'/gm,
  )) {
    const inside = exportsOf(target(specifier));
    for (const part of names.split(',').map((one) => one.trim().replace(/^type /, ''))) {
      const declared = inside.get(part);
      if (declared !== undefined) found.set(part, declared);
    }
  }
  for (const [, name = ''] of text.matchAll(DECLARED)) found.set(name, file);
  return found;
}

function isOnlyType(file: string, name: string): boolean {
  return new RegExp(`^export (?:interface|type) ${name}\\b`, 'm').test(readFileSync(file, 'utf8'));
}

/** Up to the next line that begins a declaration or its comment. */
function declarationOf(file: string, name: string): string {
  const text = readFileSync(file, 'utf8');
  const start = text.search(new RegExp(`^export ${KINDS} ${name}\\b`, 'm'));
  const length = text
    .slice(start + 1)
    .search(/^(?:\/\*\*|export |(?:async )?(?:function|class|const|interface|type) )/m);
  return length === -1 ? text.slice(start) : text.slice(start, start + 1 + length);
}

function commentOf(file: string, name: string): string {
  const declaration = `export ${KINDS} ${name}\\b`;
  const found = new RegExp(`(/\\*\\*(?:[^*]|\\*(?!/))*\\*/)\\n${declaration}`).exec(
    readFileSync(file, 'utf8'),
  );
  return (found?.[1] ?? '')
    .replaceAll(/^\/\*\*|\s*\*\/$/g, '')
    .replaceAll(/^ \* ?/gm, '')
    .trim();
}
