import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { NetworkLink } from './network-link.js';

it.skipIf(process.getuid?.() !== 0)(
  'a cut link is silent, and a mended one goes on with what was sent',
  async () => {
    const echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    const { port } = echo.address() as AddressInfo;
    const [cut, whole] = [await NetworkLink.open([port]), await NetworkLink.open([port])];
    const [through, beside] = [await talkThrough(cut), await talkThrough(whole)];
    through.say('before ');
    await expect.poll(through.heard).toBe('before ');
    cut.cut();
    through.say('after');
    // Traffic on the same route next to it still works, again and again.
    for (let times = 1; times <= 20; times += 1) {
      beside.say('.');
      await expect.poll(beside.heard, { interval: 5 }).toHaveLength(times);
    }
    expect(through.heard()).toBe('before ');
    expect(through.socket.destroyed).toBe(false);
    cut.mend();
    await expect.poll(through.heard).toBe('before after');
    for (const { socket } of [through, beside]) socket.destroy();
    for (const link of [cut, whole]) link.close();
    await new Promise((resolve) => echo.close(resolve));
  },
);

async function talkThrough(link: NetworkLink) {
  const socket = connect(link.ports[0]!, link.host);
  let heard = '';
  socket.on('data', (piece) => (heard += piece.toString()));
  await once(socket, 'connect');
  return { socket, say: (text: string) => socket.write(text), heard: () => heard };
}
