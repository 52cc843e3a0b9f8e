import { createContext, useContext } from 'react';
import { type FieldTexts, useFieldText } from '../field-texts.ts';

/** The warnings of a form, by the name of the field. */
export type Warnings = FieldTexts<string>;

const Context = createContext<Warnings | null>(null);

/** Provides the warnings of a form. */
export const WarningsProvider = Context;

/** The warning at a field of the form. */
export const useWarning = (name: string): string | undefined => useFieldText(useContext(Context), name);
