import { type ItemValues, sameValue } from '@quartermaster/contract/content/item-fields.ts';
import { type FieldValue, isEmpty, type WireValue } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { createContext, useContext, useMemo } from 'react';
import { get } from 'react-hook-form';
import { shortText } from './short-text.ts';

/** The saved state of what a form shows. */
interface Saved {
  /** Returns the saved value at a path of the form. */
  read: (path: string) => unknown;
  /** The path at which it is saved, which is another one in a row that was moved. */
  toSaved: (path: string) => string;
}

const Context = createContext<Saved | null>(null);

/** Provides the values that the form is compared with; without it nothing is marked as unsaved. */
export const SavedValuesProvider = Context;

/** Reads the saved state of a draft; stable as long as the state is. */
export function useReadSaved(saved: object): Saved {
  return useMemo(() => ({ read: (path) => get(saved, path) as unknown, toSaved: (path) => path }), [saved]);
}

/** True if a value of the form differs from the saved one at its path. */
export function useIsUnsaved(path: string, value: unknown): boolean {
  const saved = useContext(Context);
  if (!saved) return false;
  // Both are values of the same field, and the comparison accepts any value.
  return !sameValue((saved.read(path) ?? null) as WireValue & FieldValue, (value ?? null) as WireValue & FieldValue);
}

/** The saved value at a path of the form as a short text; undefined if it is empty, or has none. */
export function useSavedText(path: string, settings?: FieldSettings): string | undefined {
  const saved = useContext(Context)?.read(path);
  return isEmpty(saved) ? undefined : shortText(settings, saved);
}

/** True if the form's values are compared with saved ones. */
export const useIsCompared = (): boolean => useContext(Context) !== null;

/** The saved rows of a dynamic group; `null` if nothing is compared. */
export function useSavedRows(path: string): ItemValues[] | null {
  const saved = useContext(Context);
  if (!saved) return null;
  const rows = saved.read(path);
  return Array.isArray(rows) ? (rows as ItemValues[]) : [];
}

/** The saved row to compare a row with, wherever it has moved; none for a new one. */
export function useReadSavedRow(path: string, savedPath: string | null): Saved | null {
  const saved = useContext(Context);
  return useMemo(() => {
    if (!saved || savedPath === null) return null;
    const outer = (inner: string) => savedPath + inner.slice(path.length);
    return { read: (inner) => saved.read(outer(inner)), toSaved: (inner) => saved.toSaved(outer(inner)) };
  }, [saved, path, savedPath]);
}

/** The path at which a value of the form is saved; `null` in a new row, or where nothing is compared. */
export const useSavedPath = (path: string): string | null => useContext(Context)?.toSaved(path) ?? null;
