import { Badge, Button, Select, Text, TextInput } from '@mantine/core';
import type { Import } from '@quartermaster/contract/endpoints/imports.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { placedFields } from '../../../shared/checked-rows/placed-fields.ts';
import { importQueries } from '../../../shared/data/imports.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import type { Correction } from './correct-rows.ts';
import { groupRefusals, type RefusalGroup, type RefusedValue } from './group-refusals.ts';
import classes from './import.module.css';
import { spellingOf } from './spelling.ts';

/** What can be done about refused rows while their file is open. */
export interface Mending {
  /** Checks the rows again, with corrected cells. */
  correct: (corrections: readonly Correction[]) => void;
  isChecking: boolean;
  /** Goes back to what a column is imported as. */
  toColumn: (column: string) => void;
  /** What the columns of the file are imported as. */
  columns: readonly ImportedColumn[];
}

/** A column of the file. */
export interface ImportedColumn {
  letters: string;
  name: string;
  /** The name in the rows that are sent, and what the form calls it; `null` if it is not imported. */
  target: { name: string; label: string } | null;
  /** How its numbers are read, unless as they are written: `1,250 as 1250`. */
  reading: string | undefined;
}

interface RefusalsProps {
  instanceId: number;
  imported: Import;
  fields: ReturnType<typeof placedFields>;
  mending: Mending | undefined;
  /** What else can be done about them. */
  children: ReactNode;
}

const most = { groups: 20, values: 10, allowed: 12 };

/** What is typed in place of refused values, by {@link valueKey}. */
type Typed = ReadonlyMap<string, string>;

const valueKey = ({ text }: RefusalGroup, { value, usedBy }: RefusedValue): string =>
  JSON.stringify([text, value, usedBy]);

/** The options that listed values are spellings of. */
const suggestionsFor = (groups: readonly RefusalGroup[]): Typed =>
  new Map(
    groups.flatMap((group) =>
      group.values.slice(0, most.values).flatMap((refused): [string, string][] => {
        const option = group.isOneOf && refused.value !== null ? spellingOf(refused.value, group.allowed) : undefined;
        return option === undefined ? [] : [[valueKey(group, refused), option]];
      }),
    ),
  );

/** Why rows are refused, by field and reason, with the values that are; they can be corrected here, all at once. */
export function Refusals({ instanceId, imported, fields, mending, children }: RefusalsProps) {
  const refused = useQuery(importQueries.refused(useRequest(), instanceId, imported.id));
  const groups = useMemo(() => groupRefusals(refused.data ?? [], fields).slice(0, most.groups), [refused.data, fields]);
  const suggested = useMemo(() => suggestionsFor(groups), [groups]);
  const [typed, setTyped] = useState<Typed>(new Map());
  const corrections = groups.flatMap((group) =>
    group.values.flatMap((refusal) => {
      const key = valueKey(group, refusal);
      const value = typed.get(key) ?? suggested.get(key);
      // Text that was typed and taken back clears nothing.
      return value === undefined || value === '' ? [] : refusal.cells.map((cell) => ({ ...cell, value }));
    }),
  );
  const type = (key: string, value: string) => setTyped(new Map(typed).set(key, value));
  return (
    <>
      {groups.length > 0 && (
        <ul className={classes.refusals} aria-label="Why rows are refused">
          {groups.map((group) => (
            <Refusal key={group.text} group={group} typed={typed} suggested={suggested} type={type} mending={mending} />
          ))}
        </ul>
      )}
      <div className={classes.buttons}>
        {mending && groups.some(({ column }) => column !== null) && (
          <Button
            variant={corrections.length === 0 ? 'default' : 'light'}
            disabled={corrections.length === 0}
            loading={mending.isChecking}
            onClick={() => mending.correct(corrections)}
          >
            Correct and check again
          </Button>
        )}
        {children}
      </div>
    </>
  );
}

interface RefusalProps {
  group: RefusalGroup;
  typed: Typed;
  suggested: Typed;
  type: (key: string, value: string) => void;
  mending: Mending | undefined;
}

function Refusal({ group, typed, suggested, type, mending }: RefusalProps) {
  const { text, column, rows, values, allowed, isOneOf } = group;
  return (
    <li>
      <div className={classes.question}>
        <Text fw={600}>{text}</Text>
        <Badge color="red" variant="light" radius="sm" tt="none">
          {count(rows, 'row')}
        </Badge>
        {mending && column !== null && (
          <Button variant="subtle" size="compact-sm" onClick={() => mending.toColumn(column)}>
            To the column
          </Button>
        )}
      </div>
      {allowed.length > 0 && (
        <Text size="sm" c="dimmed">
          Allowed: {allowed.slice(0, most.allowed).join(', ')}
          {allowed.length > most.allowed && ' …'}
        </Text>
      )}
      {column !== null && (
        <div className={classes.values}>
          {values.slice(0, most.values).map((refused) => {
            const key = valueKey(group, refused);
            return (
              <Value
                key={key}
                refused={refused}
                options={isOneOf ? allowed : []}
                typed={typed.get(key) ?? suggested.get(key) ?? ''}
                onType={mending && ((value) => type(key, value))}
              />
            );
          })}
        </div>
      )}
      {column !== null && values.length > most.values && (
        <Text size="sm" c="dimmed">
          and {count(values.length - most.values, 'other value')}
        </Text>
      )}
    </li>
  );
}

interface ValueProps {
  refused: RefusedValue;
  /** One of which is the correct value; empty if it is typed. */
  options: readonly string[];
  typed: string;
  /** Undefined if it cannot be corrected here. */
  onType: ((text: string) => void) | undefined;
}

function Value({ refused: { value, cells, usedBy }, options, typed, onType }: ValueProps) {
  const displayed = value === null ? 'empty' : `“${value}”`;
  const where = cells.length === 1 ? `row ${cells[0]?.line}` : count(cells.length, 'row');
  return (
    <>
      <span className={classes.wrong} title={value ?? undefined}>
        {displayed}
      </span>
      <Text c="dimmed">
        in {where}
        {usedBy !== undefined && `, used by item ${usedBy}`}
      </Text>
      {onType && options.length > 0 && (
        <Select
          aria-label={`Correct ${displayed} in ${where}`}
          placeholder="Correct value"
          data={[...new Set(options)]}
          searchable
          value={typed === '' ? null : typed}
          onChange={(chosen) => onType(chosen ?? '')}
        />
      )}
      {onType && options.length === 0 && (
        <TextInput
          aria-label={`Correct ${displayed} in ${where}`}
          placeholder="Correct value"
          value={typed}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      )}
    </>
  );
}
