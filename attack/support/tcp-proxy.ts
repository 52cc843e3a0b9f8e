import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between the servers and an external service, which misbehaves on demand. */
export interface TcpProxy {
  port: number;
  /** Delays everything that is sent, in both directions, and accepts new connections without ever answering. */
  hold: () => void;
  /** Forwards everything again. */
  release: () => void;
  /** Breaks every open connection; new ones work. */
  cut: () => void;
  close: () => Promise<void>;
}

/** Listens on loopback and forwards to a port there; without one it accepts connections and never answers. */
export async function startTcpProxy(target?: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isHeld = target === undefined;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    if (isHeld) socket.pause();
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (target === undefined) return;
    const far = keep(connect(target, '127.0.0.1'));
    pass(near, far);
    pass(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    release: () => {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function pass(from: Socket, to: Socket): void {
  from.on('data', (chunk) => to.write(chunk));
  from.once('close', () => to.end());
}
