import type { Readable } from 'node:stream';

/** A byte range of a file, both ends inclusive, counted from 0. */
export interface FilePart {
  start: number;
  end: number;
}

/** The store for uploaded images and exported files. Keys are relative paths such as `exports/7/hero.json`. */
export interface Files {
  /** Stores a file atomically, replacing one with the same key. */
  put: (key: string, data: Uint8Array | Readable) => Promise<void>;
  /** Opens a file or a part of it; throws 404 if it does not exist. */
  get: (key: string, part?: FilePart) => Promise<Readable>;
  /** Size of a file in bytes; throws 404 if it does not exist. */
  size: (key: string) => Promise<number>;
  exists: (key: string) => Promise<boolean>;
  /** Gives a file another key, replacing one that has it; throws 404 if it does not exist. */
  move: (from: string, to: string) => Promise<void>;
  /** Deletes a file; does nothing if it does not exist. */
  delete: (key: string) => Promise<void>;
  /** Deletes every file whose key begins with the folder and a slash. */
  deleteFolder: (folder: string) => Promise<void>;
  /** A URL from which anyone can download the file under that name, without credentials, until it expires. */
  url: (key: string, fileName: string, expiresInSeconds: number) => Promise<string>;
}

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Returns a valid key unchanged; throws on empty, hidden or parent folders, so that a key cannot leave the store. */
export function checkedKey(key: string): string {
  if (key.length > 512 || !keyPattern.test(key)) throw new Error(`${JSON.stringify(key)} is not a valid file key.`);
  return key;
}

/** The `Content-Disposition` that makes a browser save the file under its name. */
export const asAttachment = (fileName: string): string =>
  `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"`;
