import { Button } from '@mantine/core';
import { alignRows, type RowDifference, rowNamingField } from '@quartermaster/contract/content/align-rows.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { nodesOfRow } from '@quartermaster/contract/content/row-shapes.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { type ReactNode, useState } from 'react';
import type { FieldNode } from '../data/templates.ts';
import { fieldCell, wholeValue } from '../field-types/field-cell.tsx';
import { FieldIcon } from '../field-types/field-icon.tsx';
import { groupColor } from '../item-form/group-color.ts';
import { ReadOnlyFields } from '../item-form/read-only-fields.tsx';
import { count } from '../ui/count.ts';
import { compareRows, type FieldDifference } from './compare-rows.ts';
import classes from './diff.module.css';
import { Sign } from './sign.tsx';

/** Renders content of the older version, which may be in another instance. */
export type DrawOld = (content: ReactNode) => ReactNode;

interface FieldListProps {
  fields: readonly FieldDifference[];
  drawOld: DrawOld;
  /** A text about which side has changed a field; undefined where that is not shown. */
  changedText?: ((field: FieldDifference) => string | undefined) | undefined;
  depth?: number;
}

/** How many fields or rows are shown until the user expands the list. */
const shownAtFirst = 50;

/** Fields that differ, each with its old value next to the new one. */
export function FieldList({ fields, drawOld, changedText, depth = 0 }: FieldListProps) {
  const [isWhole, setWhole] = useState(false);
  const visible = isWhole ? fields : fields.slice(0, shownAtFirst);
  return (
    <>
      <ul className={classes.fields}>
        {visible.map((field) => {
          const { settings, id } = field.node.field;
          const note = changedText?.(field);
          return (
            <li key={id} className={classes.field} data-kind={field.change}>
              <div className={classes.name}>
                <Sign kind={field.change} />
                <FieldIcon type={settings.type} named />
                <span className={classes.label} title={settings.name}>
                  {[...field.path, settings.label || settings.name].join(' › ')}
                </span>
                {note && <span className={classes.note}>{note}</span>}
              </div>
              <Values field={field} drawOld={drawOld} depth={depth} />
            </li>
          );
        })}
      </ul>
      {visible.length < fields.length && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          Show all {count(fields.length, 'field')}
        </Button>
      )}
    </>
  );
}

function Values({ field, drawOld, depth }: { field: FieldDifference; drawOld: DrawOld; depth: number }) {
  const { node, before, after, change } = field;
  if (fieldTypeOf(node.field.settings.type).holds === 'rows') {
    return (
      <RowsDiff
        node={node}
        before={rowsOf(before ?? undefined)}
        after={rowsOf(after ?? undefined)}
        drawOld={drawOld}
        depth={depth}
      />
    );
  }
  const draw = (value: FieldDifference['before'], other: FieldDifference['before']) => (
    <Value settings={node.field.settings} value={value} other={other} />
  );
  return (
    <div className={classes.values}>
      {change !== 'added' && drawOld(<del className={classes.before}>{draw(before, after)}</del>)}
      {change !== 'removed' && <ins className={classes.after}>{draw(after, before)}</ins>}
    </div>
  );
}

/** How many entries of a list are shown. */
const shownEntries = 100;

/** A value; for a list, unlike in a table, all entries can be expanded. */
export function Value({
  settings,
  value,
  other,
}: {
  settings: FieldNode['field']['settings'];
  value: FieldDifference['before'];
  /** The value that it is compared with. */
  other?: FieldDifference['before'] | undefined;
}) {
  if (!Array.isArray(value) || value.length < 2) return wholeValue(settings, value, other);
  const rest = value.length - shownEntries;
  return (
    <span className={classes.entries}>
      {value.slice(0, shownEntries).map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same entry may occur twice, and the order is part of the value
        <span key={index}>{fieldCell(settings, [entry])}</span>
      ))}
      {rest > 0 && `and ${numberText(rest)} more`}
    </span>
  );
}

interface RowsProps {
  node: FieldNode;
  before: readonly ItemValues[];
  after: readonly ItemValues[];
  drawOld: DrawOld;
  depth: number;
}

/** A run of rows without a difference, or a row with one. */
type Shown = { same: number; index: number } | Exclude<RowDifference, { kind: 'same' }>;

/** The rows of a dynamic group that differ, each field by field. */
export function RowsDiff({ node, before, after, drawOld, depth }: RowsProps) {
  const [isWhole, setWhole] = useState(false);
  const naming = rowNamingField(node.children);
  const all = withRuns(alignRows(before, after, naming?.id));
  const visible = isWhole ? all : all.slice(0, shownAtFirst);
  return (
    <>
      <ol className={classes.rows} data-color={groupColor(depth)}>
        {visible.map((row) =>
          'same' in row ? (
            <li key={`same ${row.index}`} className={classes.same}>
              {count(row.same, 'row')} unchanged
            </li>
          ) : (
            <li key={`${row.kind} ${row.index}`} className={classes.row} data-kind={row.kind}>
              <RowName naming={naming} row={row} drawOld={drawOld} />
              {row.kind === 'updated' ? (
                <FieldList
                  fields={compareRows(node.children, row.before, row.after)}
                  drawOld={drawOld}
                  depth={depth + 1}
                />
              ) : row.kind === 'added' ? (
                <div className={classes.after}>
                  <ReadOnlyFields nodes={nodesOfRow(node.children, row.after)} values={row.after} depth={depth + 1} />
                </div>
              ) : (
                drawOld(
                  <div className={classes.before}>
                    <ReadOnlyFields
                      nodes={nodesOfRow(node.children, row.before)}
                      values={row.before}
                      depth={depth + 1}
                    />
                  </div>,
                )
              )}
            </li>
          ),
        )}
      </ol>
      {visible.length < all.length && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          Show all rows
        </Button>
      )}
    </>
  );
}

interface RowNameProps {
  /** The field whose value names a row. */
  naming: FieldNode['field'] | undefined;
  row: Exclude<RowDifference, { kind: 'same' }>;
  drawOld: DrawOld;
}

/** A row is named by its first field, as its number changes with every row before it. */
function RowName({ naming, row, drawOld }: RowNameProps) {
  const value = naming && (row.kind === 'removed' ? row.before : row.after)[naming.id];
  const isNamed = naming !== undefined && !isEmpty(value);
  const name = isNamed && fieldCell(naming.settings, value);
  return (
    <div className={classes.rowName}>
      <Sign kind={row.kind} />
      {isNamed && <span className={classes.naming}>{row.kind === 'removed' ? drawOld(name) : name}</span>}
      <span className={isNamed ? classes.note : classes.naming}>Row {row.index + 1}</span>
    </div>
  );
}

/** Consecutive rows without a difference become one line. */
function withRuns(differences: readonly RowDifference[]): Shown[] {
  const runs: Shown[] = [];
  for (const difference of differences) {
    const last = runs.at(-1);
    if (difference.kind !== 'same') runs.push(difference);
    else if (last && 'same' in last) last.same += 1;
    else runs.push({ same: 1, index: difference.index });
  }
  return runs;
}
