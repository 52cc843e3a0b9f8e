import type { Readable } from 'node:stream';

/** Bytes of a file, the first and the last of them, counted from 0. */
export interface FilePart {
  start: number;
  end: number;
}

/** Where uploaded images and exported files are kept. Keys are relative paths such as `exports/7/hero.json`. */
export interface Files {
  /** Stores a file whole or not at all, in place of one of the same key. */
  put: (key: string, data: Uint8Array | Readable) => Promise<void>;
  /** Opens a file, or a part of it; 404 where there is none. */
  get: (key: string, part?: FilePart) => Promise<Readable>;
  /** How many bytes a file has; 404 where there is none. */
  size: (key: string) => Promise<number>;
  exists: (key: string) => Promise<boolean>;
  /** Deletes a file; one that is not there is no error. */
  delete: (key: string) => Promise<void>;
  /** Deletes every file whose key begins with the folder and a slash. */
  deleteFolder: (folder: string) => Promise<void>;
  /** An address from which anybody can download the file under that name, without credentials, until it expires. */
  url: (key: string, fileName: string, expiresInSeconds: number) => Promise<string>;
}

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** The key itself, where it is one: no empty, hidden or parent folder in it, so that it cannot leave the store. */
export function checkedKey(key: string): string {
  if (key.length > 512 || !keyPattern.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a file.`);
  return key;
}

/** The header that makes a browser save the file under its name. */
export const asAttachment = (fileName: string): string =>
  `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"`;
