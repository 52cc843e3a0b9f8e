import type { ExportedItems } from './exported-files.ts';
import { type Declaration, type NamedType, nameTypes } from './named-types.ts';
import { blockComment } from './source-text.ts';

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

/** The types of exported files as a module without imports; `Files` has the type of each file by its name. */
export function typescriptOf(files: readonly ExportedItems[]): string {
  const named = nameTypes(files, { reserved: ['Files', 'Texts', 'Reference'], declaresValues: false });
  const entries = named.flatMap(({ name, files: own }) =>
    own.map((file) => `  readonly ${JSON.stringify(file)}: readonly ${name}[];\n`),
  );
  const all = `/** The exported files, by their names. */\nexport interface Files {\n${entries.join('')}}\n`;
  return [shared, ...named.flatMap(({ declared }) => declared.map(declarationText)), all].join('\n');
}

function declarationText(declared: Declaration): string {
  const { name, about } = declared;
  if (declared.kind === 'values') return '';
  if (declared.kind === 'union') {
    const members = declared.variants.map((variant) => variant.name);
    return `${blockComment(about)}\nexport type ${name} = ${members.join(' | ')};\n`;
  }
  const id = declared.isItem ? '  readonly id: number;\n' : '';
  const lines = declared.properties.map(
    ({ key, label, type }) => `  ${blockComment(label)}\n  readonly ${keyText(key)}: ${textOf(type)};\n`,
  );
  return `${blockComment(about)}\nexport interface ${name} {\n${id}${lines.join('')}}\n`;
}

/** A type as source text. */
function textOf(type: NamedType): string {
  if (type.kind === 'shape') return type.name === null ? 'null' : JSON.stringify(type.name);
  if (type.kind === 'object') return type.name;
  if (type.kind === 'rows') return `readonly ${type.name}[]`;
  const entry = entryText(type);
  if (!type.isList) return `${entry} | null`;
  return entry.includes(' | ') ? `readonly (${entry})[]` : `readonly ${entry}[]`;
}

/** The type of a value, or of an entry of a list. */
function entryText(type: Exclude<NamedType, { kind: 'shape' | 'object' | 'rows' }>): string {
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
