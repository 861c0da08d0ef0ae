// Forwards connections: node relay.mjs LISTEN_ON HOST:PORT… prints its ports, one for each target.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const [host, ...targets] = process.argv.slice(2);
const ports = [];
for (const target of targets) {
  const [to, port] = target.split(':');
  const server = createServer((near) => {
    const far = connect(Number(port), to);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      one.on('error', () => one.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  server.listen(0, host);
  await once(server, 'listening');
  ports.push(server.address().port);
}
console.log(JSON.stringify(ports));
