import { existsSync } from 'node:fs';

/**
 * The URL of a file in the package that a module belongs to, wherever the module is: sources run by a test, the
 * compiler's output, or a bundle.
 */
export function packageUrl(moduleUrl: string, path: string): URL {
  let folder = new URL('.', moduleUrl);
  while (!existsSync(new URL('package.json', folder))) {
    const parent = new URL('..', folder);
    if (parent.href === folder.href) throw new Error(`No package has the module ${moduleUrl}.`);
    folder = parent;
  }
  return new URL(path, folder);
}
