import { createServer, type Server } from 'node:net';
import { StartError } from '../base/errors.ts';

/** Throws a `StartError` if the port is already in use, before anything else is started. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await listen(probe, host, port);
  await new Promise((resolve) => probe.close(resolve));
}

/** Listens on a port, or throws a `StartError` with one sentence that gives the reason. */
export async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, host, port)));
    server.listen({ host, port }, resolve);
  });
}

/** Converts a listen error to a `StartError` with the reason as one sentence. */
export function portError(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is in use. Stop the process that listens on it, or set PORT and DEV_HOST_PORT to other ports.`,
      { cause: error },
    );
  }
  if (code === 'EACCES')
    return new StartError(`This user is not allowed to listen on port ${port}. Set PORT to one above 1023.`, {
      cause: error,
    });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`${host} is not an address of this machine. Set HOST to one that is.`, { cause: error });
  }
  return error;
}
