import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryServer } from './try-server.mjs';

/** The whole product from the packed files: reads a folder, answers in the terminal, and serves the page. */
export async function tryCommand({ run, node, project, papers, env }) {
  const manifest = JSON.parse(readFileSync(join(project, 'node_modules/ibid/package.json'), 'utf8'));
  const version = await run('npx', ['--no-install', 'ibid', '--version'], { env });
  if (version.trim() !== manifest.version) throw new Error(`npx ibid --version said ${version}`);
  const bin = join(project, 'node_modules/ibid', manifest.bin.ibid);
  await run(node, [bin, 'ingest', papers], { env });
  const answer = await run(node, [bin, 'ask', 'Who approved the budget?'], { env });
  if (!/Ada Brandt.*\[1\]/s.test(answer)) throw new Error(`ibid ask said:\n${answer}`);
  await run(node, [bin, 'doctor'], { env });
  const server = spawn(node, [bin, 'serve', '--port', '0'], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await tryServer(server);
}
