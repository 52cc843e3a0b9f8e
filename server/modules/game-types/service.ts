import type { GameLanguage } from '@quartermaster/contract/game-languages.ts';
import type { Deps } from '../../core/app/deps.ts';
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
