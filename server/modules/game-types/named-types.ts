import type { ExportedItems, ExportedProperty, ExportedType, RowVariant } from './exported-files.ts';
import { type TypeNames, typeNames } from './type-names.ts';

/** The type of a value; objects and rows are declared under a name. */
export type NamedType =
  | Exclude<ExportedType, { kind: 'object' | 'rows' }>
  | { kind: 'object'; name: string }
  | { kind: 'rows'; name: string };

interface NamedProperty {
  key: string;
  label: string;
  type: NamedType;
}

/** A type with a name of its own. */
export type Declaration = DeclaredObject | DeclaredUnion | DeclaredValues;

export interface DeclaredObject {
  kind: 'object';
  name: string;
  about: string;
  /** True if it has an id, which is its first property and not one of these. */
  isItem: boolean;
  properties: readonly NamedProperty[];
  /** The name of the union that it belongs to. */
  union: string | null;
}

/** Rows of several shapes. */
export interface DeclaredUnion {
  kind: 'union';
  name: string;
  about: string;
  /** The property that has the name of a row's shape. */
  key: string;
  variants: readonly { name: string; shape: string | null }[];
}

/** The values of a choice. */
export interface DeclaredValues {
  kind: 'values';
  name: string;
  about: string;
  values: readonly string[];
}

/** The items of some files, with the types that they consist of. */
interface NamedItems {
  files: readonly string[];
  /** The name of the type of an item. */
  name: string;
  /** Each before those that it refers to. */
  declared: readonly Declaration[];
}

interface NamingOptions {
  /** Names that the language, or the text around the types, has already. */
  reserved: readonly string[];
  /** True if the values of choices are declared. */
  declaresValues: boolean;
  /** Changes what would be a bad name in the language. */
  spell?: (name: string) => string;
}

/** Gives the types of exported files names, which are unique among all files. */
export function nameTypes(
  files: readonly ExportedItems[],
  { reserved, declaresValues, spell }: NamingOptions,
): NamedItems[] {
  const names = typeNames(reserved, spell);
  return files.map((items) => {
    const name = names.take(items.templateId, ...(items.isTranslated ? ['translated'] : []));
    const naming: Naming = { names, declaresValues, declared: [] };
    const about = `${items.label}: an item in ${items.files.join(', ')}.`;
    declareObject(naming, { name, about, isItem: true, union: null, properties: items.properties });
    return { files: items.files, name, declared: naming.declared };
  });
}

/** What has been named so far. */
interface Naming {
  names: TypeNames;
  declaresValues: boolean;
  declared: Declaration[];
}

type UnnamedObject = Omit<DeclaredObject, 'kind' | 'properties'> & { properties: readonly ExportedProperty[] };

function declareObject(naming: Naming, { properties, ...object }: UnnamedObject): void {
  const index = naming.declared.push({ kind: 'object', ...object, properties: [] }) - 1;
  const named = properties.map(({ key, label, type }) => ({
    key,
    label,
    type: nameType(naming, type, [object.name, key]),
  }));
  naming.declared[index] = { kind: 'object', ...object, properties: named };
}

/** `path` makes the names of the types that it consists of. */
function nameType(naming: Naming, type: ExportedType, path: readonly [string, string]): NamedType {
  if (type.kind === 'object') {
    const name = naming.names.take(...path);
    const about = `The group ${path[1]} of ${path[0]}.`;
    declareObject(naming, { name, about, isItem: false, union: null, properties: type.properties });
    return { kind: 'object', name };
  }
  if (type.kind === 'rows') return { kind: 'rows', name: declareRows(naming, type.variants, path) };
  if (type.kind !== 'value' || !naming.declaresValues || type.range.options.length === 0) return type;
  const name = naming.names.take(...path);
  const about = `The values of ${path[1]} of ${path[0]}.`;
  naming.declared.push({ kind: 'values', name, about, values: type.range.options });
  return type;
}

/** Declares the type of rows, and returns its name. */
function declareRows(naming: Naming, variants: readonly RowVariant[], path: readonly [string, string]): string {
  const name = naming.names.take(...path, 'row');
  const about = `A row of ${path[1]} of ${path[0]}`;
  const [only] = variants;
  if (only && variants.length === 1) {
    declareObject(naming, { name, about: `${about}.`, isItem: false, union: null, properties: only.properties });
    return name;
  }
  const key = only?.properties.find(({ type }) => type.kind === 'shape')?.key ?? '';
  const index = naming.declared.push({ kind: 'union', name, about: `${about}.`, key, variants: [] }) - 1;
  const named = variants.map(({ shape, properties }) => {
    const member = naming.names.take(name, shape ?? 'without type');
    const kind = shape === null ? 'without a type' : `of the type ${shape}`;
    declareObject(naming, { name: member, about: `${about}, ${kind}.`, isItem: false, union: name, properties });
    return { name: member, shape };
  });
  naming.declared[index] = { kind: 'union', name, about: `${about}.`, key, variants: named };
  return name;
}
