import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageUrl } from './package-url.js';

describe('a file of the package', () => {
  it('is found from every depth, and only inside of a package', () => {
    for (const module of ['src/package-url.ts', 'lib/index.js', 'dist/ingest/no-such/deep.js'])
      expect(existsSync(packageUrl(packageUrl(import.meta.url, module).href, 'src'))).toBe(true);
    expect(() => packageUrl('file:///no/such/module.js', 'x')).toThrow('No package');
  });
});
