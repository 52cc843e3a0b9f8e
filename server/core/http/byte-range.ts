import type { FilePart } from '../files/files.ts';

/**
 * The part of a file of so many bytes that a `Range` header asks for: `beyond` where the file has none of it, nothing where
 * the whole file is the answer. Several parts at once are not served, which the standard leaves to the server.
 */
export function readRange(header: string | undefined, size: number): FilePart | 'beyond' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return undefined;
  return start >= size ? 'beyond' : { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
