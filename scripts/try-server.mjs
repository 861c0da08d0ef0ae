/** Waits until a server is ready, requests its page as a browser would, and stops it. */
export async function tryServer(server, use = async () => {}) {
  try {
    const url = await addressOf(server);
    const page = await (await fetch(url)).text();
    const [, script] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
    if (!script || !(await fetch(new URL(script, url))).ok)
      throw new Error(`The page is not whole:\n${page}`);
    const session = await (await fetch(new URL('/api/session', url))).json();
    if (session.mode !== 'local') throw new Error(`The server says ${JSON.stringify(session)}`);
    await use(url);
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
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)));
  });
}
