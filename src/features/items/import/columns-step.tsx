import { Alert, Button, Group, Select, Table, Text } from '@mantine/core';
import { columnOf, systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import { useRef } from 'react';
import type { FieldNode } from '../../../shared/data/templates.ts';
import type { Guess, GuessedType } from '../../../shared/sheets/guess-column.ts';
import { guessNames } from '../../../shared/sheets/guess-names.ts';
import type { OpenSheet } from '../../../shared/sheets/open-sheet.ts';
import { count } from '../../../shared/ui/count.ts';
import classes from './import.module.css';
import { keyFields, type Mapping, type Target } from './map-columns.ts';
import type { Matching, NumberReading } from './mapped.ts';
import { NumberChoice } from './number-choice.tsx';
import type { ColumnReading } from './number-readings.ts';

interface ColumnsStepProps {
  sheet: OpenSheet;
  tree: readonly FieldNode[];
  targets: readonly Target[];
  mapping: Mapping;
  /** The target of the column to begin with. */
  focused: string | undefined;
  onMap: (index: number, name: string | null) => void;
  /** How the numbers of each column are read. */
  readings: readonly ColumnReading[];
  onRead: (letters: string, chosen: NumberReading) => void;
  matching: Matching;
  onMatch: (matching: Matching) => void;
}

/** Chooses what each column is imported as. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { sheet, tree, targets, mapping, focused, onMap, readings, onRead, matching, onMatch } = props;
  const data = targets.map(({ name, label }) => ({ value: name, label }));
  const left = sheet.columns.filter((_, index) => mapping[index] === null);
  return (
    <div className={classes.step}>
      <div className={classes.scroll}>
        <Table verticalSpacing={6} aria-label="Columns">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>First values</Table.Th>
              <Table.Th>Recognised as</Table.Th>
              <Table.Th className={classes.target}>Imported as</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sheet.columns.map((column, index) => {
              const { name, letters, examples, guess } = column;
              const reading = readings[index];
              return (
                <Table.Tr key={letters}>
                  <Table.Td>
                    <span className={classes.letters}>{letters}</span> {name !== letters && name}
                  </Table.Td>
                  <Table.Td className={classes.examples} title={examples.join('\n')}>
                    {examples.join(' · ')}
                  </Table.Td>
                  <Table.Td>
                    {guess.filled === 0 ? 'empty' : guessNames[recognisedType(guess)]}
                    {reading && (
                      <NumberChoice column={column} reading={reading} onChange={(chosen) => onRead(letters, chosen)} />
                    )}
                  </Table.Td>
                  <Table.Td className={classes.target}>
                    <Select
                      aria-label={`Column ${name} is imported as`}
                      // Whoever comes from a refused value wants this column.
                      autoFocus={focused !== undefined && isOf(focused, mapping[index] ?? null)}
                      placeholder="Not imported"
                      data={data}
                      value={mapping[index] ?? null}
                      onChange={(value) => onMap(index, value)}
                      error={repeatedText(sheet, mapping, index)}
                      searchable
                      clearable
                      limit={100}
                    />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="sm" c="dimmed" role="status">
        {left.length === 0
          ? 'All columns are imported.'
          : `${count(left.length, 'column')} not imported: ${left.map(({ name }) => name).join(', ')}`}
      </Text>
      <MatchSelect sheet={sheet} tree={tree} mapping={mapping} onMap={onMap} matching={matching} onMatch={onMatch} />
    </div>
  );
}

/** Numbers that can be read in several ways are numbers, however they are read. */
const recognisedType = ({ type, written }: Guess): GuessedType =>
  written ? (written.integers.length > 0 ? 'integer' : 'float') : type;

/** A refused field is named without the language of its column. */
const isOf = (column: string, target: string | null): boolean =>
  target === column || target?.startsWith(`${column}.`) === true;

/** Why a column cannot have the target that another one has, too. */
export function repeatedText(sheet: OpenSheet, mapping: Mapping, index: number): string | undefined {
  const name = mapping[index] ?? null;
  const other = name === null ? -1 : mapping.findIndex((one, at) => one === name && at !== index);
  return other < 0 ? undefined : `Column ${sheet.columns[other]?.letters ?? ''} is imported as the same`;
}

type MatchProps = Pick<ColumnsStepProps, 'sheet' | 'tree' | 'mapping' | 'onMap' | 'matching' | 'onMatch'>;

function MatchSelect({ sheet, tree, mapping, onMap, matching, onMatch }: MatchProps) {
  const select = useRef<HTMLInputElement>(null);
  const keys = keyFields(tree);
  const finds = [systemColumns.id, ...keys.map(({ id }) => columnOf(tree, id))];
  const data = [
    { value: 'auto', label: keys.length > 0 ? 'By their ID, or else by their key' : 'By their ID' },
    ...keys.map(({ id, settings }) => ({
      value: `key:${columnOf(tree, id)}`,
      label: `By ${settings.label || settings.name}`,
    })),
    { value: 'new', label: 'Not at all: every row is a new item' },
  ];
  const value = matching.match === 'new' ? 'new' : matching.key === undefined ? 'auto' : `key:${matching.key}`;
  const findsNothing = value === 'auto' && !mapping.some((name) => name !== null && finds.includes(name));
  // It may count the rows of another program as well, so that it is only offered.
  const offered = sheet.columns.findIndex(({ name }, index) => /^id$/i.test(name) && mapping[index] === null);
  return (
    <>
      <Select
        ref={select}
        className={classes.match ?? ''}
        label="How rows find existing items"
        data={data}
        value={value}
        allowDeselect={false}
        onChange={(chosen) => {
          if (chosen === 'new') onMatch({ match: 'new' });
          else onMatch(chosen?.startsWith('key:') ? { match: 'key', key: chosen.slice(4) } : {});
        }}
      />
      {findsNothing && (
        <Alert color="yellow" variant="light" role="note">
          <Group gap="xs">
            No column finds existing items: every row becomes a new item.
            {offered >= 0 && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  onMap(offered, systemColumns.id);
                  // The button is gone then.
                  select.current?.focus();
                }}
              >
                Find them by column {sheet.columns[offered]?.name}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </>
  );
}
