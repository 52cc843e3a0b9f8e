import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A studio's server with the files of an extension. */
export interface StudioSite {
  /** The address of the manifest. */
  address: string;
  close: () => Promise<void>;
}

/** Publishes an extension at an address of this machine. */
export async function publish(manifest: Record<string, unknown>, script: string): Promise<StudioSite> {
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  const files: Record<string, string> = {
    '/manifest.json': JSON.stringify({
      contract: 1,
      version: '1.0.0',
      script: 'extension.js',
      has_cells: false,
      ...manifest,
      integrity,
    }),
    '/extension.js': script,
  };
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(url in files ? 200 : 404).end(files[url]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/manifest.json`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
