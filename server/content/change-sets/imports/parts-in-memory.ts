import type { PartStore } from './check-import.ts';
import type { CheckedRow, FileRow, Part } from './import-row.ts';

/** Parts that are held in memory. */
export function partsInMemory(parts: readonly Part<FileRow>[]): PartStore & { checked: Part<CheckedRow>[] } {
  const checked: Part<CheckedRow>[] = [];
  return {
    checked,
    read: async function* () {
      yield* parts;
    },
    readChecked: async function* () {
      yield* [...checked];
    },
    write: async (part) => {
      checked[part.part] = part;
    },
  };
}
