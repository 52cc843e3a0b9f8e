import { Button, Text, TextInput } from '@mantine/core';
import type { Import } from '@quartermaster/contract/endpoints/imports.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { placedFields } from '../../../shared/checked-rows/placed-fields.ts';
import { importQueries } from '../../../shared/data/imports.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import type { Correction } from './correct-rows.ts';
import { groupRefusals, type RefusalGroup, type RefusedValue } from './group-refusals.ts';
import classes from './import.module.css';

/** What can be done about refused rows while their file is open. */
export interface Mending {
  /** Checks the rows again, with corrected cells. */
  correct: (corrections: readonly Correction[]) => void;
  isChecking: boolean;
  /** Goes back to what a column is imported as. */
  toColumn: (column: string) => void;
}

interface RefusalsProps {
  instanceId: number;
  imported: Import;
  fields: ReturnType<typeof placedFields>;
  mending: Mending | undefined;
}

const most = { groups: 20, values: 10, allowed: 12 };

/** Why rows are refused, by field and reason, with the values that are; they can be corrected here. */
export function Refusals({ instanceId, imported, fields, mending }: RefusalsProps) {
  const refused = useQuery(importQueries.refused(useRequest(), instanceId, imported.id));
  const groups = useMemo(() => groupRefusals(refused.data ?? [], fields), [refused.data, fields]);
  if (groups.length === 0) return null;
  return (
    <ul className={classes.refusals} aria-label="Why rows are refused">
      {groups.slice(0, most.groups).map((group) => (
        <Refusal key={group.text} group={group} mending={mending} />
      ))}
    </ul>
  );
}

function Refusal({ group, mending }: { group: RefusalGroup; mending: Mending | undefined }) {
  const { text, column, rows, values, allowed } = group;
  const [typed, setTyped] = useState<ReadonlyMap<string | null, string>>(new Map());
  const corrections = values.flatMap(({ value, cells }) => {
    const correct = typed.get(value);
    return correct === undefined ? [] : cells.map((cell) => ({ ...cell, value: correct }));
  });
  return (
    <li>
      <Text size="sm" fw={600}>
        {text} · {count(rows, 'row')}
      </Text>
      {allowed.length > 0 && (
        <Text size="sm" c="dimmed">
          Allowed: {allowed.slice(0, most.allowed).join(', ')}
          {allowed.length > most.allowed && ' …'}
        </Text>
      )}
      {column !== null && (
        <div className={classes.values}>
          {values.slice(0, most.values).map((refused) => (
            <Value
              key={refused.value ?? ''}
              refused={refused}
              typed={typed.get(refused.value) ?? ''}
              onType={mending && ((correct) => setTyped(new Map(typed).set(refused.value, correct)))}
            />
          ))}
        </div>
      )}
      {mending && column !== null && (
        <div className={classes.question}>
          <Button variant="default" size="compact-sm" onClick={() => mending.toColumn(column)}>
            To the column
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={corrections.length === 0}
            loading={mending.isChecking}
            onClick={() => mending.correct(corrections)}
          >
            Correct and check again
          </Button>
        </div>
      )}
    </li>
  );
}

interface ValueProps {
  refused: RefusedValue;
  typed: string;
  /** Undefined if it cannot be corrected here. */
  onType: ((text: string) => void) | undefined;
}

function Value({ refused: { value, cells }, typed, onType }: ValueProps) {
  const shown = value === null ? 'empty' : `“${value}”`;
  const where = cells.length === 1 ? `row ${cells[0]?.line}` : count(cells.length, 'row');
  return (
    <>
      <Text size="sm" className={classes.value ?? ''} title={value ?? undefined}>
        {shown} in {where}
      </Text>
      {onType && (
        <TextInput
          size="xs"
          aria-label={`Correct ${shown} in ${where}`}
          placeholder="Correct value"
          value={typed}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      )}
    </>
  );
}
