import {
  type ExportedKind,
  exportedKinds,
  type SharedType,
} from '@quartermaster/contract/field-types/exported-kinds.ts';
import type { ExportedItems, ExportedProperty, ExportedType } from './exported-files.ts';

/** Their types are declared for every game; those of other kinds only where a field has values of the kind. */
const declaredAlways: readonly ExportedKind[] = [exportedKinds.texts, exportedKinds.reference];

/** The types of a language that the types of exported files refer to. */
export function sharedTypesOf(
  files: readonly ExportedItems[],
  language: 'typescript' | 'csharp' | 'cpp',
): SharedType[] {
  const kinds = new Set([...declaredAlways, ...files.flatMap(({ properties }) => kindsOf(properties))]);
  return [...kinds].flatMap((kind) => kind[language].declared ?? []);
}

const kindsOf = (properties: readonly ExportedProperty[]): ExportedKind[] =>
  properties.flatMap(({ type }) => kindsIn(type));

function kindsIn(type: ExportedType): ExportedKind[] {
  if (type.kind === 'value') return [type.of];
  if (type.kind === 'object') return kindsOf(type.properties);
  return type.kind === 'rows' ? type.variants.flatMap(({ properties }) => kindsOf(properties)) : [];
}
