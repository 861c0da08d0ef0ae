// What the scripts of an installed package import without declaring it in package.json: a user who installs nothing
// else has it only by luck. A test helper packed by mistake also shows up here.
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

const IMPORTED =
  /(?:^\s*|[;}]\s*)(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s*['"]([^'"]+)['"]/gm;

/** A package, as opposed to a file or code inside a string. */
const PACKAGE = /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?:\/[\w./-]+)?$/;

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** As lines: the file and its import. */
export function undeclaredImports(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const declared = new Set([
    manifest.name,
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
    ...Object.keys(manifest.optionalDependencies ?? {}),
  ]);
  const scripts = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.js') && !path.includes('node_modules'));
  return scripts.flatMap((path) => {
    const text = withoutComments(readFileSync(join(folder, path), 'utf8'));
    return [...text.matchAll(IMPORTED)]
      .map(([, from, called, bare]) => from ?? called ?? bare)
      .filter((specifier) => PACKAGE.test(specifier) && !isBuiltin(specifier))
      .filter((specifier) => !declared.has(packageOf(specifier)))
      .map((specifier) => `${manifest.name} ${path}: ${specifier}`);
  });
}

/** Examples in doc comments may import anything. */
function withoutComments(text) {
  return text.replaceAll(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
