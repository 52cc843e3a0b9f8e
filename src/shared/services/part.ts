import type { AnyPart, PartName, PartOnlyEvent, PartValues } from '@quartermaster/contract/parts/part-api.ts';
import { atom, useAtomValue } from 'jotai';

/** What a host can call of the form that a part shows. */
export interface PartForm {
  /** Saves and stays; shows why if it is refused, and resolves to false. */
  save: () => Promise<boolean>;
  discard: () => void | Promise<void>;
}

/** The part that a host has mounted instead of the whole console. */
export interface Part {
  emit: (event: PartOnlyEvent) => void;
  /** Called by a form while it is on the screen; returns a function that ends it. */
  offer: (form: PartForm) => () => void;
}

/** The values of the part; `null` in a console that is none. */
export const partAtom = atom<AnyPart | null>(null);

/** The values of a part; undefined in another part, and in the whole console. */
export function usePartValues<Name extends PartName>(name: Name): PartValues[Name] | undefined {
  const part = useAtomValue(partAtom);
  // The name of a part decides the type of its values.
  return part?.name === name ? (part.values as PartValues[Name]) : undefined;
}
