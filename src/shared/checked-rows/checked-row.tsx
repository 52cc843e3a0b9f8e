import { Button, Checkbox } from '@mantine/core';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { ImportedRow } from '@quartermaster/contract/endpoints/imports.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { labelSettings } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { type ReactNode, useState } from 'react';
import { LineBubble } from '../comments/line-bubble.tsx';
import type { FieldNode } from '../data/templates.ts';
import { FieldChange } from '../item-diff/field-change.tsx';
import { RowsDiff } from '../item-diff/field-list.tsx';
import { RowPicture } from '../links/row-picture.tsx';
import { count } from '../ui/count.ts';
import classes from './checked-rows.module.css';
import { conflictsOf, type Decided, type decide, type Side, sideOf } from './decisions.ts';
import { outcomeNames } from './outcomes.ts';
import { type PlacedField, pathText } from './placed-fields.ts';
import { refusalsOfRow, refusalText } from './refusal-text.ts';
import { SideChoice, type SideNames } from './side-choice.tsx';

/** A row of a file or a proposal, and what was found for it. */
export type Row = ImportedRow;

/** What users decide about rows. */
export interface RowControls {
  decided: Decided;
  names: SideNames;
  /** Decides some of the fields of an item that are in conflict. */
  onDecide: (item: Parameters<typeof decide>[1], fieldIds: readonly string[], side: Side) => void;
  /** Undefined if single rows cannot be left out. */
  leftOut?: { has: (line: number) => boolean; onChange: (row: Row, isLeftOut: boolean) => void };
}

interface CheckedRowProps {
  row: Row;
  templateId: string;
  fields: ReadonlyMap<string, PlacedField>;
  nodes: ReadonlyMap<string, FieldNode>;
  controls: RowControls | undefined;
  /** Whether its number in a file is named. */
  isNumbered: boolean;
}

/** A row: its item, what happens to it, and the decisions about it. */
export function CheckedRow({ row, templateId, fields, nodes, controls, isNumbered }: CheckedRowProps) {
  const { line, outcome, item_id, label, version } = row;
  const conflicts = conflictsOf(row);
  // All refused rows at once.
  const isRefusedOut = outcome === 'refused' && controls?.leftOut !== undefined && controls.decided.leaveOutRefused;
  const isLeftOut = isRefusedOut || (controls?.leftOut?.has(line) ?? false);
  const choiceOf = (fieldIds: readonly string[], name: string) => {
    if (!controls || item_id === null || isLeftOut) return null;
    const sides = new Set(fieldIds.map((id) => sideOf(controls.decided, item_id, id)));
    const [side] = sides.size === 1 ? sides : [];
    return (
      <SideChoice
        label={name}
        isLabelHidden
        names={controls.names}
        value={side}
        onChange={(chosen) => controls.onDecide({ itemId: item_id, conflicts, version }, fieldIds, chosen)}
      />
    );
  };
  return (
    <li className={classes.row} data-outcome={outcome} data-left-out={isLeftOut || undefined}>
      <div className={classes.rowHead}>
        {controls?.leftOut && outcome !== 'unchanged' && (
          <LeaveOut row={row} isLeftOut={isLeftOut} isFixed={isRefusedOut} onChange={controls.leftOut.onChange} />
        )}
        {isNumbered && <span className={classes.line}>Row {numberText(line)}</span>}
        {row.image !== undefined && <RowPicture image={row.image} label={label} />}
        <span className={classes.rowLabel} title={label}>
          {label}
        </span>
        {item_id !== null && <span className={classes.id}>#{item_id}</span>}
        <span className={classes.outcome} data-outcome={outcome}>
          {outcomeNames[outcome]}
        </span>
        {isLeftOut && <span className={classes.note}>Left out</span>}
        {outcome === 'conflict' && choiceOf(conflicts, `${label}: which values`)}
        <LineBubble line={{ template_id: templateId, ...(item_id === null ? { line } : { item_id }) }} label={label} />
      </div>
      {refusalsOfRow(row).map((refusal) => {
        const text = refusalText(refusal, fields);
        const wrong = quotedValue(refusal.value);
        return (
          <p key={text} className={classes.refusal}>
            {text}
            {wrong && <q className={classes.wrong}>{wrong}</q>}
          </p>
        );
      })}
      {outcome !== 'refused' && row.fields.length > 0 && (
        <Changes fields={row.fields}>
          {(change) => (
            <>
              <Change change={change} fields={fields} node={nodes.get(change.field_id)} />
              {change.is_conflict &&
                conflicts.length > 1 &&
                choiceOf([change.field_id], `${label}, ${nameOf(change.field_id, fields)}: which value`)}
            </>
          )}
        </Changes>
      )}
    </li>
  );
}

/** The most characters of a refused value that a row quotes. */
const quotedLength = 60;

/** A refused value of a file, which the row does not show otherwise; undefined for an empty one, and for several. */
function quotedValue(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  return text.length > quotedLength ? `${text.slice(0, quotedLength)}…` : text || undefined;
}

/** How many changed fields of a row are rendered at first, besides those in conflict: a page may have thousands. */
const renderedFields = 50;

interface ChangesProps {
  fields: Row['fields'];
  children: (change: Row['fields'][number]) => ReactNode;
}

/** The changed fields of a row; those of a large row once they are wanted. */
function Changes({ fields, children }: ChangesProps) {
  const [isWhole, setWhole] = useState(false);
  const rendered = fields.filter(({ is_conflict }, index) => isWhole || is_conflict || index < renderedFields);
  return (
    <ul className={classes.changes}>
      {rendered.map((change) => (
        <li key={change.field_id}>{children(change)}</li>
      ))}
      {rendered.length < fields.length && (
        <li>
          <Button variant="default" size="compact-xs" onClick={() => setWhole(true)}>
            Show all {count(fields.length, 'field')}
          </Button>
        </li>
      )}
    </ul>
  );
}

interface LeaveOutProps {
  row: Row;
  isLeftOut: boolean;
  /** True if it is not decided here. */
  isFixed: boolean;
  onChange: (row: Row, isLeftOut: boolean) => void;
}

const LeaveOut = ({ row, isLeftOut, isFixed, onChange }: LeaveOutProps) => (
  <Checkbox
    size="xs"
    aria-label={`Apply row ${numberText(row.line)}: ${row.label}`}
    checked={!isLeftOut}
    disabled={isFixed}
    onChange={({ currentTarget }) => onChange(row, !currentTarget.checked)}
  />
);

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
  type Value = Parameters<typeof FieldChange>[0]['before'];
  return (
    <FieldChange
      name={nameOf(field_id, fields)}
      settings={settings}
      // Values in the form of the field's type.
      before={before as Value}
      after={after as Value}
    />
  );
}
