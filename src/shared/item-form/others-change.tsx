import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { createContext, type ReactNode, useContext } from 'react';
import { cellContent } from '../field-types/field-cell.tsx';
import { type FieldTexts, useFieldText } from './field-texts.ts';
import classes from './item-fields.module.css';
import { shortText } from './short-text.ts';

/** What another member has saved in a field while the form was open. */
export interface OthersChange {
  /** At the start of a sentence. */
  who: string;
  before: unknown;
  after: unknown;
  /** What was typed here stays; otherwise the form has the saved value. */
  isTyped: boolean;
}

const Context = createContext<FieldTexts<OthersChange> | null>(null);

/** Provides what others have changed in the fields of a form. */
export const OthersChangesProvider = Context;

interface OthersChangeNoteProps {
  name: string;
  /** Undefined for the label. */
  settings?: FieldSettings;
}

/** Says at a field what another member has saved in it meanwhile; the form announces it once for all fields. */
export function OthersChangeNote({ name, settings }: OthersChangeNoteProps) {
  const change = useFieldText(useContext(Context), name);
  if (!change) return null;
  const { who, isTyped } = change;
  const [before, after] = [valueText(settings, change.before), valueText(settings, change.after)];
  return (
    <p className={classes.others} data-others={isTyped ? 'saved' : 'changed'}>
      {isTyped ? (
        <>
          {who} saved {after ?? 'something else'}
        </>
      ) : (
        <>
          {who} changed this
          {before !== undefined && after !== undefined && (
            <>
              {' '}
              from {before} to {after}
            </>
          )}
        </>
      )}
    </p>
  );
}

/** Undefined for what is too long for a note. */
function valueText(settings: FieldSettings | undefined, value: unknown): ReactNode {
  const text = shortText(settings, value);
  const isLink = settings !== undefined && fieldTypeOf(settings.type).links !== undefined && !Array.isArray(value);
  return text ?? (isLink ? cellContent(settings, value as FieldValue) : undefined);
}
