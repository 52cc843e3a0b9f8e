import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** File systems store the time of a change in steps; the longest common one, of FAT, is two seconds. */
const timestampStep = 2000;

/** A copy of a folder in two passes: while its files change, and again once nothing writes them. */
export class FolderCopy {
  #startedAt = 0;
  #copied = new Set<string>();
  readonly #from: string;
  readonly #to: string;

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  /** Copies all files while they may change. Files that disappear are skipped. */
  async copyChanging(): Promise<void> {
    this.#startedAt = Date.now();
    for (const file of await this.#files()) {
      try {
        await this.#copy(file);
        this.#copied.add(file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }

  /** Completes the copy once nothing writes the folder: copies what has changed since, and removes what was deleted. */
  async finish(): Promise<{ bytes: number; bytesCopied: number }> {
    const total = { bytes: 0, bytesCopied: 0 };
    for (const file of await this.#files()) {
      const { size, mtimeMs } = await stat(join(this.#from, file));
      total.bytes += size;
      const isCurrent = this.#copied.delete(file) && mtimeMs < this.#startedAt - timestampStep;
      if (isCurrent) continue;
      await this.#copy(file);
      total.bytesCopied += size;
    }
    for (const file of this.#copied) await rm(join(this.#to, file));
    return total;
  }

  /** All files, by their path in the folder; makes the folders of the copy, as a database also needs its empty ones. */
  async #files(): Promise<string[]> {
    const files: string[] = [];
    await mkdir(this.#to, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(this.#from, { recursive: true, withFileTypes: true })) {
      const path = relative(this.#from, join(entry.parentPath, entry.name));
      if (entry.isDirectory()) await mkdir(join(this.#to, path), { recursive: true });
      else if (entry.isFile()) files.push(path);
    }
    return files;
  }

  #copy(file: string): Promise<void> {
    return copyFile(join(this.#from, file), join(this.#to, file), constants.COPYFILE_FICLONE);
  }
}
