import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { type GameLanguage, gameLanguages } from '@quartermaster/contract/game-languages.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { type BuiltTemplate, typesOfBuild } from '../game-types/service.ts';
import type { BuildFile, ExportedFile, RunningReport } from './export-repository.ts';
import { keepText } from './keep-text.ts';
import { schemaHash } from './schema-hash.ts';
import { listEarlierFields, listFields } from './templates-repository.ts';

/** Builds have no types if their templates are larger: the types of all of them are one text in memory. */
export const typeLimits = { fieldBytes: 8 * 1024 * 1024 };

/** Where an attempt writes. */
interface Attempt {
  folder: string;
  attempt: string;
  signal: AbortSignal;
}

type Needs = Pick<Deps, 'database' | 'unit' | 'files'>;

/** Writes the types of the files of a build; none if its templates are too large, or one of them is unknown by now. */
export async function writeTypes(
  deps: Needs,
  report: RunningReport,
  exported: readonly ExportedFile[],
  { folder, attempt, signal }: Attempt,
): Promise<BuildFile[]> {
  const templates = await readTemplates(deps, report, exported);
  if (!templates) return [];
  const written: BuildFile[] = [];
  for (const [language, { file }] of Object.entries(gameLanguages)) {
    signal.throwIfAborted();
    const pieces = oneText(() => typesOfBuild(templates, language as GameLanguage));
    const stored = await keepText(
      deps,
      report,
      { path: `types/${file}`, file: `${folder}/types-${language}-${attempt}`, pieces },
      signal,
    );
    if (stored) written.push(stored);
  }
  return written;
}

async function* oneText(write: () => string): AsyncGenerator<string> {
  yield write();
}

/** The templates as they were when their files were written: they can have changed since. */
async function readTemplates(
  { database: { query } }: Needs,
  { instance_id: instanceId }: RunningReport,
  exported: readonly ExportedFile[],
): Promise<BuiltTemplate[] | undefined> {
  const files = exported.filter(({ language }) => language === null);
  const ids = files.map(({ template_id }) => template_id);
  const current = await listFields(query, instanceId, { ids, bytes: typeLimits.fieldBytes });
  if (!current) return undefined;
  const templates: BuiltTemplate[] = [];
  for (const { template_id: id, schema_sha256: hash } of files) {
    const isWritten = (fields: readonly StoredField[]) => hash === null || schemaHash(buildTree(fields)) === hash;
    const now = current.get(id);
    const fields =
      now && isWritten(now)
        ? now
        : (await listEarlierFields(query, instanceId, id)).find((earlier) => isWritten(earlier));
    if (!fields) return undefined;
    const languages = exported.flatMap(({ template_id, language }) =>
      template_id === id && language !== null ? language : [],
    );
    templates.push({ id, fields, languages });
  }
  // As on the settings page, so that names that collide have the same numbers.
  return templates.sort((one, other) => (one.id < other.id ? -1 : 1));
}
