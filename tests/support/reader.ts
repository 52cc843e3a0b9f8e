import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Environment, TokenScope } from '@quartermaster/contract/access.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { onTestFinished } from 'vitest';
import { root } from '../../scripts/processes.mjs';
import type { TestServer } from './server.ts';
import { cleanUp, temporaryFolder } from './server-process.ts';

/** The server at an address, for programs. */
async function serve({ app }: TestServer): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    const payload = Buffer.concat(chunks);
    const answer = await app.inject({ method: method as 'GET', url: url ?? '/', headers, payload });
    response.writeHead(answer.statusCode, answer.headers).end(answer.rawPayload);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** `npx`, without a registry: what the project has installed, and the command of the package. */
const npx = `#!/bin/sh
while [ "$1" = --yes ] || [ "$1" = -p ]; do [ "$1" = -p ] && shift; shift; done
name=$1; shift
[ "$name" = quartermaster ] && exec ${process.execPath} ${join(root, 'command/main.ts')} "$@"
exec ${join(root, 'node_modules/.bin')}/"$name" "$@"
`;

/** Somebody who follows the documents: an empty folder, a shell, a token of the project, and the server at an address. */
export async function startReader(server: TestServer, scopes: TokenScope[] = ['read', 'write:dev', 'propose']) {
  const address = await serve(server);
  const folder = temporaryFolder();
  const programs = temporaryFolder();
  onTestFinished(cleanUp);
  const params = { instanceId: server.studio.dev };
  const body = { name: 'Reader', scopes, environments: ['Dev'] as Environment[], expires_at: null };
  const { secret } = await server.call(projectTokens.create, { params, body }, { as: 'owner' });
  const { token } = await server.call(instances.getToken, { params }, { as: 'owner' });
  const write = (name: string, text: string | Uint8Array) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const program = (name: string, text: string) => writeFileSync(join(programs, name), text, { mode: 0o755 });
  program('npx', npx);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const own = (text: string) => text.replaceAll('https://content.example.com', address);
  const env: Record<string, string> = {
    PATH: [programs, process.env.PATH].join(delimiter),
    HOME: folder,
    HOST: address,
    INSTANCE: String(params.instanceId),
    TOKEN: secret,
    QUARTERMASTER_SERVER: address,
    QUARTERMASTER_TOKEN: secret,
  };
  return {
    address,
    folder,
    secret,
    /** The token of the instance, for delivery. */
    token,
    env,
    write,
    program,
    /** A text with the address of this server in place of that of the documents. */
    own,
    /** Runs the lines of an example in the folder; what it prints, and the exit code. */
    shell: (text: string): Promise<{ code: number; output: string; problem: string }> =>
      new Promise((resolve) => {
        execFile('sh', ['-ec', own(text)], { cwd: folder, env }, (error, output, problem) =>
          resolve({ code: Number(error?.code ?? 0), output, problem }),
        );
      }),
  };
}
