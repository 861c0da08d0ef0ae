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
    const link = await NetworkLink.open([(echo.address() as AddressInfo).port]);
    const socket = connect(link.ports[0]!, link.host);
    let heard = '';
    socket.on('data', (piece) => (heard += piece.toString()));
    await once(socket, 'connect');
    socket.write('before ');
    await expect.poll(() => heard).toBe('before ');
    link.cut();
    socket.write('after');
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(heard).toBe('before ');
    expect(socket.destroyed).toBe(false);
    link.mend();
    await expect.poll(() => heard).toBe('before after');
    socket.destroy();
    link.close();
    await new Promise((resolve) => echo.close(resolve));
  },
);
