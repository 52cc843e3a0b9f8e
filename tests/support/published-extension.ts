import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Receiver } from './receiver.ts';

/** The color extension of the repository, as a studio publishes it: its manifest and its script. */
export function colorExtension(): { manifest: Record<string, unknown>; script: string } {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../../extensions/color', file), 'utf8');
  return { manifest: JSON.parse(read('manifest.json')), script: read('extension.js') };
}

/** The hash of a script as a manifest names it. */
export const integrityOf = (script: string): string => `sha384-${createHash('sha384').update(script).digest('base64')}`;

/** Serves an extension, by default that of colors, and returns the address of its manifest. `changed` are parts of the manifest. */
export async function publishExtension(
  receiver: Receiver,
  { script = colorExtension().script, ...changed }: Record<string, unknown> & { script?: string } = {},
): Promise<string> {
  const manifest = { ...colorExtension().manifest, integrity: integrityOf(script), ...changed, script: 'extension.js' };
  receiver.answer = (response, { url }) => {
    if (url === '/manifest.json') response.writeHead(200).end(JSON.stringify(manifest));
    else if (url === '/extension.js') response.writeHead(200).end(script);
    else response.writeHead(404).end();
  };
  return `${receiver.url}/manifest.json`;
}
