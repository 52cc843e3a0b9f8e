import { readStoredJson, writeStored } from '../../../shared/storage/storage.ts';
import { columnKeys, type Mapping, type Target, targetOf } from './map-columns.ts';

type Stored = Record<string, string | null>;

const keyOf = (instanceId: number, templateId: string) => `import-mapping:${instanceId}:${templateId}`;

/** The keys of the targets that headers had in the last import of a template, if these were not those of their names. */
export const readMapping = (instanceId: number, templateId: string): Stored => {
  const stored = readStoredJson<unknown>(keyOf(instanceId, templateId), {});
  return typeof stored === 'object' && stored !== null ? (stored as Stored) : {};
};

/** Remembers the targets that were chosen for these headers, in addition to others. What a header names can change. */
export function storeMapping(
  instanceId: number,
  templateId: string,
  { targets, headers, mapping }: { targets: readonly Target[]; headers: readonly string[]; mapping: Mapping },
): void {
  const stored = { ...readMapping(instanceId, templateId) };
  const keys = new Map(targets.map(({ name, key }) => [name, key]));
  columnKeys(headers).forEach((key, index) => {
    const name = mapping[index] ?? null;
    if (name === targetOf(targets, headers[index] ?? '')) delete stored[key];
    else stored[key] = name === null ? null : (keys.get(name) ?? name);
  });
  writeStored(keyOf(instanceId, templateId), JSON.stringify(stored));
}
