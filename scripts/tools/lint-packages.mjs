// Lints packed packages with publint and arethetypeswrong, all in this process: each command would load itself, and the
// second a whole compiler, again for every package. `node scripts/tools/lint-packages.mjs TARBALL…`
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { installTools } from '../tools.mjs';

installTools();
const { publint } = await import('publint');
const { formatMessage } = await import('publint/utils');
const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core');
const { getExitCode } = await import('@arethetypeswrong/cli/internal/getExitCode');
const { typed } = await import('@arethetypeswrong/cli/internal/render');

/** The profile `esm-only`: the packages are modules, for Node and bundlers of today. */
const profile = { ignoreResolutions: ['node10', 'node16-cjs'] };
/** The page consists of files for a browser, the embedder of weights, and the command has no exports. */
const hasNoTypes = (tarball) => /ibid-(web-|embedder-)?\d/.test(basename(tarball));

const found = [];
for (const tarball of process.argv.slice(2)) {
  const bytes = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  for (const message of messages.filter(({ type }) => type === 'error'))
    found.push(`${basename(tarball)}: ${formatMessage(message, pkg)}`);
  if (hasNoTypes(tarball)) continue;
  const analysis = await checkPackage(createPackageFromTarballData(bytes));
  if (getExitCode(analysis, profile) !== 0) found.push(await typed(analysis, profile));
}
if (found.length > 0) console.error(found.join('\n'));
process.exit(found.length === 0 ? 0 : 1);
