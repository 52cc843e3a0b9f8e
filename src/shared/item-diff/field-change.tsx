import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldSettings, FieldType } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldDifference } from './compare-rows.ts';
import classes from './field-change.module.css';
import { Value } from './field-list.tsx';
import { splitDifference, type TextPart } from './split-difference.ts';

interface FieldChangeProps {
  /** The name of the field, with its groups. */
  name: string;
  settings: FieldSettings;
  before: FieldDifference['before'];
  after: FieldDifference['after'];
}

/** The types whose changes are marked within the text. */
const textTypes: readonly FieldType[] = ['text', 'long-text'];

/** A changed field in a line, for lists of many items: its name, its value before and its value after; of texts, what differs is marked. */
export function FieldChange({ name, settings, before, after }: FieldChangeProps) {
  const isText = textTypes.includes(settings.type) && typeof before === 'string' && typeof after === 'string';
  const parts = isText && splitDifference(before, after);
  const draw = (value: FieldDifference['before'], other: FieldDifference['before']) =>
    !isEmpty(value) && <Value settings={settings} value={value} other={other} />;
  return (
    <div className={classes.change}>
      <span className={classes.field} title={name}>
        {name}
      </span>
      <del className={classes.before}>{parts ? <Parts parts={parts.before} /> : draw(before, after)}</del>
      <ins className={classes.after}>{parts ? <Parts parts={parts.after} /> : draw(after, before)}</ins>
    </div>
  );
}

const Parts = ({ parts }: { parts: readonly TextPart[] }) =>
  parts.map(({ text, isOwn }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    isOwn ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
