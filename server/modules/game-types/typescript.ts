import type { ExportedItems } from './exported-files.ts';
import { type Declaration, type NamedType, nameTypes } from './named-types.ts';
import { sharedTypesOf } from './shared-types.ts';
import { blockComment } from './source-text.ts';

/** The types of exported files as a module without imports; `Files` has the type of each file by its name. */
export function typescriptOf(files: readonly ExportedItems[]): string {
  const shared = sharedTypesOf(files, 'typescript');
  const reserved = ['Files', ...shared.map(({ name }) => name)];
  const named = nameTypes(files, { reserved, declaresValues: false });
  const entries = named.flatMap(({ name, files: exported }) =>
    exported.map((file) => `  readonly ${JSON.stringify(file)}: readonly ${name}[];\n`),
  );
  const all = `/** The exported files, by their names. */\nexport interface Files {\n${entries.join('')}}\n`;
  const declared = named.flatMap((items) => items.declared.map(declarationText));
  return [...shared.map(({ text }) => text), ...declared, all].join('\n');
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
  const entry = type.of.typescript.type(type.range);
  if (!type.isList) return `${entry} | null`;
  return entry.includes(' | ') ? `readonly (${entry})[]` : `readonly ${entry}[]`;
}

const keyText = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
