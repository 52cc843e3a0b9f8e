import { type ItemValues, sameValue } from '@quartermaster/contract/content/item-fields.ts';
import { type FieldValue, isEmpty, type WireValue } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { createContext, useContext, useMemo } from 'react';
import { get } from 'react-hook-form';
import { shortText } from './short-text.ts';

/** Returns the saved value at a path of the form. */
type ReadSaved = (path: string) => unknown;

const Context = createContext<ReadSaved | null>(null);

/** Provides the values that the form is compared with; without it nothing is marked as unsaved. */
export const SavedValuesProvider = Context;

/** Reads the saved state of a draft; stable as long as the state is. */
export function useReadSaved(saved: object): ReadSaved {
  return useMemo(() => (path: string) => get(saved, path) as unknown, [saved]);
}

/** True if a value of the form differs from the saved one at its path. */
export function useIsUnsaved(path: string, value: unknown): boolean {
  const read = useContext(Context);
  if (!read) return false;
  // Both are values of the same field, and the comparison accepts any value.
  return !sameValue((read(path) ?? null) as WireValue & FieldValue, (value ?? null) as WireValue & FieldValue);
}

/** The saved value at a path of the form as a short text; undefined if it is empty, or has none. */
export function useSavedText(path: string, settings?: FieldSettings): string | undefined {
  const saved = useContext(Context)?.(path);
  return isEmpty(saved) ? undefined : shortText(settings, saved);
}

/** True if the form's values are compared with saved ones. */
export const useIsCompared = (): boolean => useContext(Context) !== null;

/** The saved rows of a dynamic group; `null` if nothing is compared. */
export function useSavedRows(path: string): ItemValues[] | null {
  const read = useContext(Context);
  if (!read) return null;
  const rows = read(path);
  return Array.isArray(rows) ? (rows as ItemValues[]) : [];
}

/** The saved row to compare a row with, wherever it has moved; none for a new one. */
export function useReadSavedRow(path: string, savedPath: string | null): ReadSaved | null {
  const read = useContext(Context);
  return useMemo(
    () => (read && savedPath !== null ? (inner: string) => read(savedPath + inner.slice(path.length)) : null),
    [read, path, savedPath],
  );
}
