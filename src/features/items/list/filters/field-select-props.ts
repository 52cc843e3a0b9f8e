import type { MouseEvent } from 'react';
import type { FilterableField } from '../item-columns.tsx';

export interface FieldSelectProps {
  fields: readonly FilterableField[];
  value: string;
  onChange: (fieldId: string | null) => void;
  error: string | undefined;
  /** The input's text if it was focused before its code was loaded. */
  early: string | undefined;
}

/** A click selects the text, so that the name of another field replaces it. */
export const selectText = ({ currentTarget }: MouseEvent<HTMLInputElement>) => currentTarget.select();
