import { open } from 'node:fs/promises';

/** Writes a file that only its owner can read; it is on the disk when this resolves. */
export async function writeDurably(file: string, data: Uint8Array | string): Promise<void> {
  const opened = await open(file, 'w', 0o600);
  try {
    await opened.writeFile(data);
    await opened.datasync();
  } finally {
    await opened.close();
  }
}
