import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '../../../scripts/free-port.mjs';
import { type Child, startServer } from './children.ts';

/** The path of nginx; undefined if it is not installed. Debian has it in a folder that not every path includes. */
export const findNginx = (): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nginx'))
    .find((program) => existsSync(program));

/** Starts nginx with all that it writes in its own folder, serving `files` in there with what is compressed next to it. */
export async function startNginx(program: string, prefix: string): Promise<Child> {
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  mkdirSync(join(prefix, 'temporary'), { recursive: true });
  const config = join(prefix, 'nginx.conf');
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
daemon off;
pid ${prefix}/nginx.pid;
error_log stderr;
events { worker_connections 1024; }
http {
  types { application/json json; }
  ${temporary.map((name) => `${name}_temp_path ${prefix}/temporary/${name};`).join('\n  ')}
  sendfile on;
  tcp_nopush on;
  open_file_cache max=1000 inactive=60s;
  gzip_static on;
  gzip_vary on;
  access_log ${prefix}/access.log combined buffer=64k flush=1s;
  server {
    listen 127.0.0.1:${port} reuseport;
    root ${prefix}/files;
    add_header Cache-Control "public, max-age=31536000, immutable";
    location = /ready { return 200; }
  }
}
`,
  );
  return startServer({ name: 'nginx', program, args: ['-p', prefix, '-c', config], port, readyPath: '/ready' });
}
