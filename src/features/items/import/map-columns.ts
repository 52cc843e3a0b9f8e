import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import {
  fieldTypeOf,
  isComputedType,
  isFileType,
  sourceLanguageOf,
} from '@quartermaster/contract/field-types/registry.ts';
import { renameColumn } from '@quartermaster/contract/sheets/rename-record.ts';
import { type ColumnPlace, resolveColumn } from '@quartermaster/contract/sheets/resolve-column.ts';
import { systemColumns, topColumn } from '@quartermaster/contract/sheets/system-columns.ts';
import { caselessText } from '@quartermaster/contract/typed-text.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';

/** Something that a column can be imported as. */
export interface Target {
  /** The name of the column in the rows that are sent. */
  name: string;
  /** The same by the ids of fields, which stay when these are renamed. */
  key: string;
  label: string;
  /** True for a field at the top level, and for what each item has. */
  isTop: boolean;
  /** Names in other files that stand for it; its key does so, too, unless it is a name of another one. */
  aliases: readonly string[];
}

/** How many rows of a dynamic group are offered, if the file names no more. */
const offeredRows = 3;

const itemTargets: readonly Target[] = [
  ownTarget(systemColumns.label, 'Label of the item', ['label', 'internal_label']),
  ownTarget(systemColumns.id, 'ID of the item'),
  ownTarget(systemColumns.version, 'Version of the item'),
];

function ownTarget(name: string, label: string, aliases: readonly string[] = []): Target {
  return { name, key: name, label, aliases, isTop: true };
}

/** What the columns of a file can be imported as: fields in tree order, and those that the headers name. */
export function targetsOf(tree: readonly FieldNode[], headers: readonly string[]): Target[] {
  const named = headers.flatMap((header) => placeOf(tree, header) ?? []);
  const rowsOf = (groupId: string) =>
    Math.max(
      offeredRows,
      ...named.flatMap(({ rows }) =>
        rows.filter(({ group }) => group.field.id === groupId).map(({ index }) => index + 1),
      ),
    );
  const targets = [...itemTargets, ...targetsIn(tree, rowsOf, { prefix: '', keys: '', path: [] })];
  const known = new Set(targets.map(({ name }) => name));
  const further = headers.flatMap((header) => renameColumn(tree, header, 'names') ?? []);
  return [
    ...targets,
    ...[...new Set(further)].flatMap((name): Target[] => {
      const key = renameColumn(tree, name, 'ids') ?? name;
      return known.has(name) ? [] : [{ name, key, label: name, aliases: [], isTop: false }];
    }),
  ];
}

interface Around {
  prefix: string;
  /** The prefix of ids. */
  keys: string;
  path: readonly string[];
}

function targetsIn(nodes: readonly TreeNode[], rowsOf: (groupId: string) => number, around: Around): Target[] {
  return nodes.flatMap(({ field: { id, settings }, children }): Target[] => {
    const { type } = settings;
    const { holds } = fieldTypeOf(type);
    const title = settings.label || settings.name;
    const path = [...around.path, title];
    const isTop = around.prefix === '';
    const name = isTop ? topColumn(settings.name) : around.prefix + settings.name;
    const key = isTop ? topColumn(id) : around.keys + id;
    if (holds === 'group')
      return targetsIn(children, rowsOf, {
        ...{ prefix: `${around.prefix}${settings.name}.`, keys: `${around.keys}${id}.`, path },
      });
    if (isComputedType(type) || isFileType(type)) return [];
    if (holds === 'rows') {
      const rows = Array.from({ length: rowsOf(id) }, (_, index) =>
        targetsIn(children, rowsOf, {
          prefix: `${name}.${index + 1}.`,
          keys: `${key}.${index + 1}.`,
          path: [...around.path, `${title} ${index + 1}`],
        }),
      );
      const label = [...path, 'number of rows'].join(' › ');
      return [{ name: `${name}.#`, key: `${key}.#`, label, aliases: [], isTop: false }, ...rows.flat()];
    }
    const label = path.join(' › ');
    const aliases = [settings.name, title, path.join('.'), path.join(' '), ...withUnit(title, settings.unit)];
    const source = sourceLanguageOf(settings);
    const suffix = source ? `.${source}` : '';
    const labelText = source ? `${label} (${source})` : label;
    return [{ name: name + suffix, key: key + suffix, label: labelText, aliases, isTop }];
  });
}

/** A title as people write it in a sheet, with the unit that the form shows beside its input. */
const withUnit = (title: string, unit: string | undefined): string[] =>
  unit === undefined ? [] : [`${title} in ${unit}`, `${title} (${unit})`, `${title} [${unit}]`, `${title} ${unit}`];

/** The place of a column's values by its name; undefined if it is no field. */
export function placeOf(tree: readonly TreeNode[], header: string): ColumnPlace | undefined {
  const resolved = resolveColumn(tree, header);
  return resolved && 'target' in resolved ? resolved.target : undefined;
}

/** A name as columns are matched: whatever its case and the signs between its words. */
export const columnName = (text: string): string => caselessText(text).replaceAll(/[\s_-]+/g, ' ');

/** The name that a column is imported as; `null` if its header stands for nothing. */
export function targetOf(targets: readonly Target[], header: string): string | null {
  const exact = targets.find(({ name }) => name === header);
  if (exact) return exact.name;
  const column = columnName(header);
  const found = targets.filter(
    ({ label, aliases }) => columnName(label) === column || aliases.some((alias) => columnName(alias) === column),
  );
  const top = found.filter(({ isTop }) => isTop);
  const [first, second] = top.length > 0 ? top : found;
  // A name that several fields have stands for none of them.
  if (first && !second) return first.name;
  return targets.find(({ key }) => key === header || key.split('.').at(-1) === header)?.name ?? null;
}

/** Which target each column has, by index. */
export type Mapping = readonly (string | null)[];

/** What each column is remembered by: its header, and for further columns with the same header also their place among them. */
export const columnKeys = (headers: readonly string[]): string[] =>
  headers.map((header, index) => {
    const before = headers.slice(0, index).filter((other) => other === header).length;
    return before === 0 ? header : `${header}\n${before + 1}`;
  });

/** The mapping of a file: as remembered by {@link columnKeys}, by the keys of targets, else by its name; a target is used once, by the first column. */
export function mapColumns(
  targets: readonly Target[],
  headers: readonly string[],
  remembered: Readonly<Record<string, string | null>>,
): (string | null)[] {
  const byKey = new Map(targets.map(({ key, name }) => [key, name]));
  const taken = new Set<string>();
  const keys = columnKeys(headers);
  return headers.map((header, index) => {
    const key = keys[index] ?? header;
    const before = Object.hasOwn(remembered, key) ? remembered[key] : undefined;
    const known = before === null ? null : before === undefined ? undefined : byKey.get(before);
    const target = known === undefined ? targetOf(targets, header) : known;
    if (target === null || taken.has(target)) return null;
    taken.add(target);
    return target;
  });
}

/** The fields that can find items: those whose values are unique. */
export function keyFields(tree: readonly FieldNode[]): FieldNode['field'][] {
  return tree.flatMap(({ field, children }) => {
    if (fieldTypeOf(field.settings.type).holds === 'group') return keyFields(children);
    return 'unique' in field.settings && field.settings.unique ? [field] : [];
  });
}
