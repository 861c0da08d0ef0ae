import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
  try {
    const url = await addressOf(server);
    const page = await (await fetch(url)).text();
    const [, script] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
    if (!script || !(await fetch(new URL(script, url))).ok)
      throw new Error(`The page is not whole:\n${page}`);
    const session = await (await fetch(new URL('/api/session', url))).json();
    if (session.mode !== 'local') throw new Error(`The server says ${JSON.stringify(session)}`);
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve()));
  }
}

function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (piece) => {
      said += piece;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (found && said.includes('ready')) resolve(found);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('exit', (code) => reject(new Error(`ibid serve ended with ${code}:\n${said}`)));
  });
}
