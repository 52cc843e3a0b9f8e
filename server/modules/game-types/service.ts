import type { GameLanguage } from '@quartermaster/contract/game-languages.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { cppOf } from './cpp.ts';
import { csharpOf } from './csharp.ts';
import { describeFiles, type ExportedItems } from './exported-files.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { listFileLanguages, listTemplatesWithFields } from './repository.ts';
import { typescriptOf } from './typescript.ts';

/** How the types are written in each language. */
const writers: Record<GameLanguage, (files: readonly ExportedItems[]) => string> = {
  typescript: typescriptOf,
  csharp: csharpOf,
  cpp: cppOf,
  'json-schema': jsonSchemaOf,
};

/** The types of the files that an export of the instance would have now. */
export async function writeGameTypes(
  { database: { query } }: Pick<Deps, 'database'>,
  instanceId: number,
  language: GameLanguage,
): Promise<string> {
  const templates = await listTemplatesWithFields(query, instanceId);
  return writers[language](describeFiles(templates, await listFileLanguages(query, instanceId)));
}

/** A template as a build has it. */
export interface BuiltTemplate {
  id: string;
  fields: readonly StoredField[];
  /** Those with a file of their own. */
  languages: readonly string[];
}

/**
 * The types of the files of a build. They have no labels, which no file has either: anyone may read the builds of some
 * instances, and the types of equally structured files are equal.
 */
export function typesOfBuild(templates: readonly BuiltTemplate[], language: GameLanguage): string {
  const files = templates.flatMap(({ id, fields, languages }) =>
    describeFiles([{ id, label: id, fields: fields.map(withoutLabel) }], languages),
  );
  return writers[language](files);
}

const withoutLabel = (field: StoredField): StoredField => ({ ...field, settings: { ...field.settings, label: '' } });
