// Copies what OCR needs next to the built code of @ibid/retrieval, and nothing else: nine tenths of the source packages
// are builds and data for other uses. They are therefore only needed for building.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'packages/retrieval/ocr-program');
const require = createRequire(join(root, 'packages/retrieval/package.json'));

const TAKEN = {
  'tesseract.js-core': ['tesseract-core-simd-lstm.js', 'tesseract-core-simd-lstm.wasm', 'LICENSE'],
  '@tesseract.js-data/eng': ['4.0.0_best_int/eng.traineddata.gz'],
  'pdfjs-dist': [
    'legacy/build/pdf.min.mjs',
    'legacy/build/pdf.worker.min.mjs',
    'wasm/jbig2.wasm',
    'wasm/openjpeg.wasm',
    'wasm/LICENSE_JBIG2',
    'wasm/LICENSE_OPENJPEG',
    'LICENSE',
  ],
};

rmSync(target, { recursive: true, force: true });
const versions = {};
for (const [name, files] of Object.entries(TAKEN)) {
  const manifest = require.resolve(`${name}/package.json`);
  versions[name] = JSON.parse(readFileSync(manifest, 'utf8')).version;
  for (const file of files) {
    const to = join(
      target,
      name.split('/').at(-1),
      file
        .split('/')
        .at(-1)
        .replace(/-lstm\.js$/, '-lstm.cjs'),
    );
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(dirname(manifest), file), to);
  }
}
writeFileSync(join(target, 'versions.json'), `${JSON.stringify(versions, null, 2)}\n`);
