// Packs the ranks of each tokenizer encoding into one small binary file, which core reads at the first count.
// Format: the number of ranks (4 bytes, little endian), the length of each rank in bytes (0: unused), all their bytes.
// `--check` fails if a file is stale.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packages/core/encodings');
const require = createRequire(join(root, 'packages/core/package.json'));
const check = process.argv.includes('--check');

function pack(ranks) {
  const tokens = Array.from(ranks, (token) =>
    typeof token === 'string' ? Buffer.from(token, 'utf8') : Buffer.from(token ?? []),
  );
  const header = Buffer.alloc(4);
  header.writeUInt32LE(tokens.length);
  return Buffer.concat([header, Buffer.from(tokens.map((token) => token.length)), ...tokens]);
}

let stale = 0;
if (!check) {
  const tokenizer = dirname(require.resolve('gpt-tokenizer/package.json'));
  copyFileSync(join(tokenizer, 'LICENSE'), join(folder, 'LICENSE'));
}
// Two more derive from these: o200k_harmony has the ranks of o200k_base, r50k_base the first ranks of p50k_base.
for (const name of ['o200k_base', 'cl100k_base', 'p50k_base']) {
  const target = join(folder, `${name}.bin`);
  const packed = pack(require(`gpt-tokenizer/bpeRanks/${name}`).default);
  if (existsSync(target) && packed.equals(readFileSync(target))) continue;
  stale += 1;
  if (check) console.error(`stale: ${relative(root, target)}; run: npm run encodings`);
  else writeFileSync(target, packed);
}
if (check && stale > 0) process.exit(1);
