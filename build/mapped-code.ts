import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import type { Rolldown } from 'vite';

type FlatMap = Pick<Rolldown.SourceMap, 'names' | 'sources' | 'sourcesContent' | 'mappings'>;

/** A code and its source map, which is null if the build makes none. */
export interface MappedCode {
  code: string;
  map: FlatMap | null;
}

/** The code of a finished chunk. */
export function readCode(bundle: Rolldown.OutputBundle, { code, sourcemapFileName }: Rolldown.OutputChunk): MappedCode {
  const file = sourcemapFileName && bundle[sourcemapFileName];
  return { code, map: file && file.type === 'asset' ? JSON.parse(String(file.source)) : null };
}

/** Writes the code of a finished chunk. */
export function writeCode(
  bundle: Rolldown.OutputBundle,
  chunk: Rolldown.OutputChunk,
  { code, map }: { code: string; map: object | null },
): void {
  chunk.code = code;
  const file = chunk.sourcemapFileName && bundle[chunk.sourcemapFileName];
  if (file && file.type === 'asset') file.source = JSON.stringify(map);
}

/** What takes the place of a part of a code, by characters from its start; neither has a line break. */
export interface Edit {
  start: number;
  length: number;
  by: string;
}

/** Replaces parts of a code, which do not overlap, also in its source map. */
export function editCode({ code, map }: MappedCode, edits: readonly Edit[]): MappedCode {
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  let edited = '';
  let end = 0;
  for (const { start, length, by } of ordered) {
    edited += code.slice(end, start) + by;
    end = start + length;
  }
  return {
    code: edited + code.slice(end),
    map: map && { ...map, mappings: moveColumns(code.split('\n'), map.mappings, ordered) },
  };
}

/** Replaces each of some words wherever it is. */
export const replaceWords = (script: MappedCode, words: Readonly<Record<string, string>>): MappedCode =>
  editCode(
    script,
    Object.entries(words).flatMap(([word, by]) =>
      [...script.code.matchAll(new RegExp(word, 'g'))].map(({ index: start }) => ({ start, length: word.length, by })),
    ),
  );

function moveColumns(lines: readonly string[], mappings: string, edits: readonly Edit[]): string {
  let start = 0;
  const moved = decode(mappings).map((segments, index) => {
    const end = start + (lines[index]?.length ?? 0);
    const ofLine = edits.filter((edit) => edit.start >= start && edit.start <= end);
    const columnOf = (at: number) =>
      ofLine.reduce(
        (column, edit) => (edit.start + edit.length <= at ? column + edit.by.length - edit.length : column),
        at,
      );
    const first = start;
    start = end + 1;
    return segments.map(([column, ...source]) => [columnOf(first + column) - first, ...source] as SourceMapSegment);
  });
  return encode(moved);
}

/** The source map of codes that follow each other, each in lines of its own: one in sections, as the standard has them. */
export function joinCodes(parts: readonly MappedCode[]): { code: string; map: object } {
  let line = 0;
  const sections = parts.flatMap(({ code, map }) => {
    const offset = { line, column: 0 };
    line += code.split('\n').length;
    return map ? [{ offset, map: { version: 3, ...map } }] : [];
  });
  return { code: parts.map(({ code }) => code).join('\n'), map: { version: 3, sections } };
}
