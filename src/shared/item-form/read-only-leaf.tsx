import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import type { CSSProperties } from 'react';
import { wholeValue } from '../field-types/field-cell.tsx';
import { FieldIcon } from '../field-types/field-icon.tsx';
import { fieldTypeViewOf } from '../field-types/registry.ts';
import { FieldComment } from './comments/field-comment.tsx';
import { FieldHelp } from './field-help.tsx';
import { FieldHistoryLink } from './field-history.tsx';
import classes from './item-fields.module.css';
import { OthersChangeNote } from './others-change.tsx';
import { ReadOnlyMark } from './read-only-mark.tsx';
import { useField } from './use-field.ts';
import { HiddenNote } from './visibility/hidden-note.tsx';

interface ReadOnlyLeafProps {
  id: string;
  settings: FieldSettings;
  name: string;
  /** How many columns it takes. */
  spans: CSSProperties | undefined;
}

/** A value that the user cannot change, among the inputs of the others. */
export function ReadOnlyLeaf({ id, settings, name, spans }: ReadOnlyLeafProps) {
  const { value, error } = useField<unknown>(name);
  return (
    <div
      className={classes.leaf}
      data-leaf
      data-about={name}
      data-wide={fieldTypeViewOf(settings.type).isWide && true}
      style={spans}
      data-wrong={error !== undefined || undefined}
    >
      <dl className={classes.definitions}>
        <dt className={classes.term}>
          <span className={classes.label} data-field-label title={settings.name}>
            <FieldIcon type={settings.type} /> {settings.label || settings.name} <ReadOnlyMark />
          </span>
        </dt>
        <dd className={classes.value}>{wholeValue(settings, value)}</dd>
      </dl>
      {error?.message !== undefined && (
        <p className={classes.wrong} role="alert">
          {error.message}
        </p>
      )}
      <FieldHelp settings={settings} />
      <HiddenNote name={name} />
      <OthersChangeNote name={name} settings={settings} />
      <FieldComment name={name} label={settings.label || settings.name} />
      <FieldHistoryLink fieldId={id} name={name} label={settings.label || settings.name} />
    </div>
  );
}
