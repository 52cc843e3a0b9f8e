import type { FilePart } from '../files/files.ts';

/**
 * Parses a `Range` header for a file of `size` bytes: `beyond` if the range is outside the file, `undefined` if the
 * whole file is to be sent. Multiple ranges are not supported, which the standard allows.
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
