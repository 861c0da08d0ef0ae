import { existsSync } from 'node:fs';

/**
 * A file of the package that a module belongs to, wherever the module itself ended up: sources run by a test, what the
 * compiler wrote, or the bundle made of that.
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
