import type { ExportedItems, ExportedProperty, ExportedType, RowVariant } from './exported-files.ts';
import { type TypeNames, typeNames } from './type-names.ts';

/** Types that the others refer to. */
const shared = `/** A text by language. */
export interface Texts {
  readonly [language: string]: string;
}

/** An item of one of several templates. */
export interface Reference<Template extends string = string> {
  readonly template: Template;
  readonly id: number;
}
`;

/** What has been written so far. */
interface Writing {
  names: TypeNames;
  /** Declarations, those that refer to others first. */
  declared: string[];
}

/** The types of exported files as a module without imports; `Files` has the type of each file by its name. */
export function typescriptOf(files: readonly ExportedItems[]): string {
  const writing: Writing = { names: typeNames(['Files', 'Texts', 'Reference']), declared: [] };
  const entries = files.flatMap((items) => {
    const name = writing.names.take(items.templateId, ...(items.isTranslated ? ['translated'] : []));
    const about = `${items.label}: an item in ${items.files.join(', ')}.`;
    declareObject(writing, { name, about, properties: items.properties, isItem: true });
    return items.files.map((file) => `  readonly ${JSON.stringify(file)}: readonly ${name}[];\n`);
  });
  const all = `/** The exported files, by their names. */\nexport interface Files {\n${entries.join('')}}\n`;
  return [shared, ...writing.declared, all].join('\n');
}

interface DeclaredObject {
  name: string;
  about: string;
  properties: readonly ExportedProperty[];
  isItem?: boolean;
}

function declareObject(writing: Writing, { name, about, properties, isItem = false }: DeclaredObject): void {
  const place = writing.declared.push('') - 1;
  const lines = properties.map(
    ({ key, label, type }) =>
      `  ${comment(label)}\n  readonly ${keyText(key)}: ${textOf(writing, type, [name, key])};\n`,
  );
  const id = isItem ? '  readonly id: number;\n' : '';
  writing.declared[place] = `${comment(about)}\nexport interface ${name} {\n${id}${lines.join('')}}\n`;
}

/** A type as source text; `path` makes the names of those that it consists of. */
function textOf(writing: Writing, type: ExportedType, path: readonly [string, string]): string {
  if (type.kind === 'shape') return type.name === null ? 'null' : JSON.stringify(type.name);
  if (type.kind === 'object') {
    const name = writing.names.take(...path);
    declareObject(writing, { name, about: `The group ${path[1]} of ${path[0]}.`, properties: type.properties });
    return name;
  }
  if (type.kind === 'rows') return `readonly ${declareRows(writing, type.variants, path)}[]`;
  const entry = entryText(type);
  if (!type.isList) return `${entry} | null`;
  return entry.includes(' | ') ? `readonly (${entry})[]` : `readonly ${entry}[]`;
}

/** Declares the type of rows, and returns its name. */
function declareRows(writing: Writing, variants: readonly RowVariant[], path: readonly [string, string]): string {
  const name = writing.names.take(...path, 'row');
  const about = `A row of ${path[1]} of ${path[0]}`;
  const [only] = variants;
  if (only && variants.length === 1) {
    declareObject(writing, { name, about: `${about}.`, properties: only.properties });
    return name;
  }
  const place = writing.declared.push('') - 1;
  const members = variants.map(({ shape, properties }) => {
    const member = writing.names.take(name, shape ?? 'without type');
    const kind = shape === null ? 'without a type' : `of the type ${shape}`;
    declareObject(writing, { name: member, about: `${about}, ${kind}.`, properties });
    return member;
  });
  writing.declared[place] = `${comment(`${about}.`)}\nexport type ${name} = ${members.join(' | ')};\n`;
  return name;
}

/** The type of a value, or of an entry of a list. */
function entryText(type: Exclude<ExportedType, { kind: 'shape' | 'object' | 'rows' }>): string {
  switch (type.kind) {
    case 'option':
      return union(type.values, 'never');
    case 'reference':
      return `Reference<${union(type.templates, 'string')}>`;
    case 'texts':
      return 'Texts';
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
    case 'item':
      return 'number';
    default:
      return 'string';
  }
}

const union = (texts: readonly string[], none: string): string =>
  texts.map((text) => JSON.stringify(text)).join(' | ') || none;

const keyText = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

/** A comment in one line, which its text cannot end. */
const comment = (text: string): string => `/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')} */`;
