import { VisuallyHidden } from '@mantine/core';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { ImportedRow as Row } from '@quartermaster/contract/endpoints/imports.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { labelSettings } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { RowsDiff } from '../../../shared/item-diff/field-list.tsx';
import { ValueChange } from '../../../shared/item-diff/value-change.tsx';
import { refusalText } from '../list/bulk/check/edit-preview.tsx';
import { type PlacedField, pathText } from '../list/bulk/check/placed-fields.ts';
import { conflictsOf, type Decided, type decide, type Side, sideOf } from './decisions.ts';
import classes from './import.module.css';
import { outcomeNames } from './outcomes.ts';
import { SideChoice } from './side-choice.tsx';

/** Decides some of the fields of an item that are in conflict. */
export type OnDecide = (item: Parameters<typeof decide>[1], fieldIds: string[], side: Side) => void;

interface ImportedRowProps {
  row: Row;
  fields: ReadonlyMap<string, PlacedField>;
  nodes: ReadonlyMap<string, FieldNode>;
  decided: Decided;
  onDecide: OnDecide;
}

/** A row of the file: its item, what happens to it, and the decisions about its conflicts. */
export function ImportedRow({ row, fields, nodes, decided, onDecide }: ImportedRowProps) {
  const { line, outcome, item_id, label, refusal } = row;
  const conflicts = conflictsOf(row);
  const sides = new Set(conflicts.map((id) => (item_id === null ? undefined : sideOf(decided, item_id, id))));
  const [side] = sides.size === 1 ? sides : [];
  return (
    <li className={classes.row} data-outcome={outcome}>
      <div className={classes.rowHead}>
        <span className={classes.line}>Row {numberText(line)}</span>
        <span className={classes.outcome} data-outcome={outcome}>
          {outcomeNames[outcome]}
        </span>
        <span className={classes.rowLabel} title={label}>
          {label}
        </span>
        {item_id !== null && <span className={classes.letters}>#{item_id}</span>}
        {outcome === 'conflict' && item_id !== null && (
          <SideChoice
            label={<VisuallyHidden>{`${label}: which values`}</VisuallyHidden>}
            value={side}
            onChange={(chosen) => onDecide({ itemId: item_id, conflicts }, conflicts, chosen)}
          />
        )}
      </div>
      {refusal && <p className={classes.refusal}>{refusalText(refusal, fields)}</p>}
      {outcome !== 'refused' && row.fields.length > 0 && (
        <ul className={classes.changes}>
          {row.fields.map((change) => (
            <li key={change.field_id}>
              <Change change={change} fields={fields} node={nodes.get(change.field_id)} />
              {change.is_conflict && conflicts.length > 1 && item_id !== null && (
                <SideChoice
                  label={<VisuallyHidden>{`${label}, ${nameOf(change.field_id, fields)}: which value`}</VisuallyHidden>}
                  value={sideOf(decided, item_id, change.field_id)}
                  onChange={(chosen) => onDecide({ itemId: item_id, conflicts }, [change.field_id], chosen)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function nameOf(fieldId: string, fields: ReadonlyMap<string, PlacedField>): string {
  const field = fields.get(fieldId);
  return field ? pathText(field, null) : fieldId;
}

interface ChangeProps {
  change: Row['fields'][number];
  fields: ReadonlyMap<string, PlacedField>;
  node: FieldNode | undefined;
}

function Change({ change: { field_id, before, after }, fields, node }: ChangeProps) {
  const settings = fields.get(field_id)?.settings ?? labelSettings;
  if (node && fieldTypeOf(settings.type).holds === 'rows') {
    // The server sends the values of a dynamic group as its rows.
    const rows = (value: unknown) => rowsOf((value ?? undefined) as ItemValues[string]);
    return (
      <div>
        <span>{nameOf(field_id, fields)}</span>
        <RowsDiff node={node} before={rows(before)} after={rows(after)} drawOld={(content) => content} depth={0} />
      </div>
    );
  }
  type Value = Parameters<typeof ValueChange>[0]['before'];
  return (
    <ValueChange
      name={nameOf(field_id, fields)}
      settings={settings}
      // Values in the form of the field's type.
      before={before as Value}
      after={after as Value}
    />
  );
}
