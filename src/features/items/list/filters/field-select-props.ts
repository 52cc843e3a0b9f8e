import { foldText } from '@quartermaster/contract/texts.ts';
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

/** The first field whose header contains what is typed, which Enter selects where no option is highlighted. */
export function findField(fields: readonly FilterableField[], typed: string): FilterableField | undefined {
  const text = foldText(typed.trim());
  return text ? fields.find(({ header }) => foldText(header).includes(text)) : undefined;
}
