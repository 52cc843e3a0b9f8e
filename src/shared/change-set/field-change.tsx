import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldSettings, FieldType } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldDifference } from '../item-diff/compare-rows.ts';
import { Value } from '../item-diff/field-list.tsx';
import classes from './change-set.module.css';
import { splitDifference, type TextPart } from './split-difference.ts';

interface FieldChangeProps {
  /** The name of the field, with its groups. */
  name: string;
  settings: FieldSettings;
  before: FieldDifference['before'];
  after: FieldDifference['after'];
}

/** Of them, what differs is marked within the text; other types are drawn as they are everywhere. */
const textTypes: readonly FieldType[] = ['text', 'long-text'];

/** A field of a preview: its name, its value before and its value after; of texts, what differs is marked. */
export function FieldChange({ name, settings, before, after }: FieldChangeProps) {
  const isText = textTypes.includes(settings.type) && typeof before === 'string' && typeof after === 'string';
  const parts = isText && splitDifference(before, after);
  const draw = (value: FieldDifference['before'], other: FieldDifference['before']) =>
    !isEmpty(value) && <Value settings={settings} value={value} other={other} />;
  return (
    <>
      <span className={classes.field} title={name}>
        {name}
      </span>
      <del className={classes.before}>{parts ? <Parts parts={parts.before} /> : draw(before, after)}</del>
      <ins className={classes.after}>{parts ? <Parts parts={parts.after} /> : draw(after, before)}</ins>
    </>
  );
}

const Parts = ({ parts }: { parts: readonly TextPart[] }) =>
  parts.map(({ text, isOwn }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    isOwn ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
