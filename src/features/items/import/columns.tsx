import { Button } from '@mantine/core';
import { titleFieldOf } from '@quartermaster/contract/content/title-label.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf, sourceLanguageOf } from '@quartermaster/contract/field-types/registry.ts';
import { columnOf, systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import { useMemo } from 'react';
import type { FieldNode } from '../../../shared/data/templates.ts';
import type { OpenSheet } from '../../../shared/sheets/open-sheet.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { ColumnsStep, repeatedText } from './columns-step.tsx';
import classes from './import.module.css';
import { ImportSteps } from './import-steps.tsx';
import { LabelSource } from './label-source.tsx';
import { columnName, keyFields, type Mapping, mapColumns, placeOf, targetsOf } from './map-columns.ts';
import type { Mapped } from './mapped.ts';
import { MissingKeys } from './missing-keys.tsx';
import { columnReadings, readingText } from './number-readings.ts';
import type { ImportedColumn } from './refusals.tsx';
import { readMapping, storeMapping } from './stored-mapping.ts';
import { useMissingKeys } from './use-missing-keys.ts';

interface Place {
  instanceId: number;
  templateId: string;
}

/** The mapping of a file as it is at first: as remembered, or by the names of its columns. */
export function firstMapped({ instanceId, templateId }: Place, tree: readonly FieldNode[], sheet: OpenSheet): Mapped {
  const headers = sheet.columns.map(({ name }) => name);
  const mapping = mapColumns(targetsOf(tree, headers), headers, readMapping(instanceId, templateId));
  const label = findsItems(tree, mapping) ? null : (titleColumn(tree, mapping) ?? titleAmong(headers));
  return { sheet, mapping, label, matching: {}, patterns: {}, readings: {} };
}

/** True if rows can belong to existing items, whose labels are not to be changed unasked. */
const findsItems = (tree: readonly FieldNode[], mapping: Mapping): boolean =>
  [systemColumns.id, ...keyFields(tree).map(({ settings }) => settings.name)].some((name) => mapping.includes(name));

/** The column that is imported as the template's title field. */
function titleColumn(tree: readonly FieldNode[], mapping: Mapping): number | null {
  const title = titleFieldOf(tree);
  if (!title) return null;
  const source = sourceLanguageOf(title.settings);
  const index = mapping.indexOf(columnOf(tree, title.id) + (source ? `.${source}` : ''));
  return index < 0 ? null : index;
}

/** The column that most likely has the names of items: new items need a label. */
function titleAmong(headers: readonly string[]): number | null {
  const titles = headers.map(columnName);
  const found = ['name', 'title'].map((title) => titles.indexOf(title)).find((index) => index >= 0);
  return found ?? null;
}

const hasLabel = ({ mapping }: Mapped): boolean => mapping.includes(systemColumns.label);

/** True if a column has to be chosen as the label: no other is imported as it, or as the title, from which new items get theirs. */
const needsLabel = (tree: readonly FieldNode[], mapped: Mapped): boolean =>
  !hasLabel(mapped) && titleColumn(tree, mapped.mapping) === null;

/** What each column is sent as: one of them perhaps also as the label. */
export const sentColumns = (tree: readonly FieldNode[], mapped: Mapped): (string | null | string[])[] =>
  mapped.mapping.map((name, index) =>
    index === mapped.label && needsLabel(tree, mapped) ? [...(name === null ? [] : [name]), systemColumns.label] : name,
  );

/** The names of columns that get what the sheet shows: those of labels, texts, options and links. */
export function shownColumns(tree: readonly FieldNode[], mapped: Mapped): ReadonlySet<string> {
  const names = sentColumns(tree, mapped).flatMap((name) => name ?? []);
  return new Set(names.filter((name) => name === systemColumns.label || isShown(tree, name)));
}

const numbers: readonly FieldValue[] = [1, 1.5, [1.5]];

/** True for a field whose values are not numbers. */
function isShown(tree: readonly FieldNode[], name: string): boolean {
  const target = placeOf(tree, name);
  if (!target || target.part.is === 'count') return false;
  const { settings } = target.node.field;
  return numbers.every((one) => fieldTypeOf(settings.type).wrongKind(one, settings) !== undefined);
}

/** What each column is imported as, as the check lists it. */
export function importedColumns(tree: readonly FieldNode[], mapped: Mapped): ImportedColumn[] {
  const { sheet, mapping } = mapped;
  const readings = columnReadings(tree, mapped);
  const targets = targetsOf(
    tree,
    sheet.columns.map(({ name }) => name),
  );
  return sheet.columns.map(({ letters, name, guess }, index) => ({
    letters,
    name,
    target: targets.find((target) => target.name === mapping[index]) ?? null,
    reading: readings[index] && readingText(guess, readings[index]),
  }));
}

interface ColumnsProps extends Place {
  tree: readonly FieldNode[];
  mapped: Mapped;
  onChange: (mapped: Mapped) => void;
  /** The column to begin with. */
  focused: string | undefined;
  check: { isPending: boolean; error: Error | null; send: (mapped: Mapped) => void };
  onBack: () => void;
}

/** The step in which columns are mapped. */
export function Columns({ instanceId, templateId, tree, mapped, onChange, focused, check, onBack }: ColumnsProps) {
  const { sheet, mapping, label, matching } = mapped;
  const headers = useMemo(() => sheet.columns.map(({ name }) => name), [sheet]);
  const targets = useMemo(() => targetsOf(tree, headers), [tree, headers]);
  const isRepeated = mapping.some((_, index) => repeatedText(sheet, mapping, index) !== undefined);
  const readings = columnReadings(tree, mapped);
  const open = sheet.columns.filter((_, index) => readings[index]?.isOpen);
  const missing = useMissingKeys({ instanceId, templateId, tree, mapped });
  const isEmpty = sentColumns(tree, mapped).every((name) => name === null);
  return (
    <>
      <ImportSteps current="Columns" />
      <ErrorCallout error={check.error} />
      {needsLabel(tree, mapped) && (
        <LabelSource sheet={sheet} value={label} onChange={(index) => onChange({ ...mapped, label: index })} />
      )}
      <MissingKeys keys={missing} onChange={(patterns) => onChange({ ...mapped, patterns })} />
      <ColumnsStep
        sheet={sheet}
        tree={tree}
        targets={targets}
        mapping={mapping}
        focused={focused}
        onMap={(index, name) => onChange({ ...mapped, mapping: mapping.with(index, name) })}
        readings={readings}
        onRead={(letters, chosen) => onChange({ ...mapped, readings: { ...mapped.readings, [letters]: chosen } })}
        matching={matching}
        onMatch={(next) => onChange({ ...mapped, matching: next })}
      />
      <div className={`${classes.buttons} ${classes.footer}`}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <span role="status" className={classes.question}>
          {open.length > 0 && `Choose how numbers are read: ${open.map(({ name }) => name).join(', ')}`}
        </span>
        <Button
          disabled={
            isRepeated ||
            isEmpty ||
            open.length > 0 ||
            missing.some(({ isLoading, wrong }) => isLoading || wrong !== undefined)
          }
          loading={check.isPending}
          onClick={() => {
            storeMapping(instanceId, templateId, { targets, headers, mapping });
            check.send({ ...mapped, patterns: Object.fromEntries(missing.map(({ id, pattern }) => [id, pattern])) });
          }}
        >
          Check the rows
        </Button>
      </div>
    </>
  );
}
