import { readStoredJson, writeStored } from '../../../shared/storage/storage.ts';
import { columnKeys, type Mapping } from './map-columns.ts';

type Stored = Record<string, string | null>;

const keyOf = (instanceId: number, templateId: string) => `import-columns:${instanceId}:${templateId}`;

/** The targets that headers had in the last import of a template. */
export const readMapping = (instanceId: number, templateId: string): Stored => {
  const stored = readStoredJson<unknown>(keyOf(instanceId, templateId), {});
  return typeof stored === 'object' && stored !== null ? (stored as Stored) : {};
};

/** Remembers the targets of these headers, in addition to others. */
export function storeMapping(
  instanceId: number,
  templateId: string,
  headers: readonly string[],
  mapping: Mapping,
): void {
  const stored = { ...readMapping(instanceId, templateId) };
  columnKeys(headers).forEach((key, index) => {
    stored[key] = mapping[index] ?? null;
  });
  writeStored(keyOf(instanceId, templateId), JSON.stringify(stored));
}
