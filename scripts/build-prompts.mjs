// Prompts are text files (`*.prompt.md`) next to the code that sends them. The engine reads no files, so each folder
// with prompts gets one generated module. `--check` fails if a module is stale.
import { readdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
let stale = 0;

function camel(name) {
  return name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}

function walk(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const prompts = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.prompt.md'))
    .map((e) => e.name);
  if (prompts.length > 0) {
    const lines = [
      '// Generated from the *.prompt.md files of this folder by `npm run prompts`. Do not edit.',
    ];
    for (const name of prompts.sort()) {
      const text = readFileSync(join(folder, name), 'utf8').replace(/\n+$/, '');
      lines.push(
        '',
        `export const ${camel(name.replace('.prompt.md', ''))}Prompt = ${JSON.stringify(text)};`,
      );
    }
    const target = join(folder, 'prompts.generated.ts');
    const content = `${lines.join('\n')}\n`;
    if (!existsSync(target) || readFileSync(target, 'utf8') !== content) {
      stale += 1;
      if (check) console.error(`stale: ${relative(root, target)}; run: npm run prompts`);
      else writeFileSync(target, content);
    }
  }
  for (const entry of entries) {
    if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== 'dist')
      walk(join(folder, entry.name));
  }
}

for (const name of readdirSync(join(root, 'packages'))) {
  const source = join(root, 'packages', name, 'src');
  if (existsSync(source)) walk(source);
}
if (check && stale > 0) process.exit(1);
