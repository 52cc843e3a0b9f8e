import type { Readable } from 'node:stream';
import type { TranslationFormat, TranslationScope } from '@quartermaster/contract/endpoints/translations.ts';
import type { TranslationState } from '@quartermaster/contract/field-types/localised.ts';
import { readAllItems } from '../../content/lists/stream-items.ts';
import { readLanguages } from '../../content/model/project-languages.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { findTemplate, noSuchTemplate } from '../../content/model/template-models.ts';
import { listTemplates } from '../../content/schema/template-repository.ts';
import { AppError } from '../../core/base/errors.ts';
import { streamOf } from '../../core/database/batches.ts';
import type { Database, Query } from '../../core/database/database.ts';
import { csvFile } from './csv-file.ts';
import { isTranslatedFrom, type Languages, textsOf } from './texts.ts';
import type { TextTemplate, TranslationFile } from './translation-file.ts';
import { xliffFile } from './xliff-file.ts';

/** The texts that a file has. */
export interface WantedTexts {
  format: TranslationFormat;
  language: string;
  source?: string;
  state?: TranslationScope;
  template_id?: string;
}

const forms: Record<TranslationFormat, TranslationFile> = { csv: csvFile, xliff: xliffFile };

const inScope: Record<TranslationScope, readonly TranslationState[]> = {
  all: ['missing', 'outdated', 'current'],
  missing: ['missing'],
  outdated: ['outdated'],
  'missing-or-outdated': ['missing', 'outdated'],
};

/** A file of texts that is about to be written. */
interface PreparedFile {
  fileName: string;
  contentType: string;
  open: () => Promise<Readable>;
}

/** Checks which texts are wanted; throws 422 for a language that the project does not have, 404 for a missing template. */
export async function prepareFile(
  database: Database,
  { projectId, instanceId }: { projectId: number; instanceId: number },
  { format, language: target, source: requestedSource, state = 'all', template_id: only }: WantedTexts,
): Promise<PreparedFile> {
  const known = await readLanguages(database.query, projectId);
  const source = requestedSource ?? known[0] ?? '';
  refuseLanguages(known, { source, target });
  const templateIds = only === undefined ? await templatesOf(database.query, instanceId) : [only];
  if (only !== undefined && !(await findTemplate(database.query, instanceId, only))) throw noSuchTemplate(only);
  const form = forms[format];
  const file = { form, languages: { source, target }, states: new Set(inScope[state]), templateIds };
  return {
    fileName: `${only ?? 'texts'}-${target}.${form.extension}`,
    contentType: form.contentType,
    open: async () => streamOf(write(database, instanceId, file)),
  };
}

/** Throws 422 unless one language of a project is translated to another one. */
function refuseLanguages(known: readonly string[], { source, target }: Languages): void {
  const isKnown = (language: string) => known.includes(language);
  if (!isKnown(target)) throw new AppError('invalid', { fields: { language: 'is not a language of the project' } });
  if (!isKnown(source)) throw new AppError('invalid', { fields: { source: 'is not a language of the project' } });
  if (source === target) throw new AppError('invalid', { fields: { language: 'is the language of the source' } });
}

const templatesOf = async (query: Query, instanceId: number): Promise<string[]> =>
  (await listTemplates(query, instanceId)).map(({ id }) => id);

interface WrittenFile {
  form: TranslationFile;
  languages: Languages;
  states: ReadonlySet<TranslationState>;
  templateIds: readonly string[];
}

async function* write(database: Database, instanceId: number, file: WrittenFile): AsyncGenerator<Buffer> {
  const { form, languages, templateIds } = file;
  yield Buffer.from(form.start(languages));
  let hasTexts = false;
  for (const templateId of templateIds) {
    const all = await readAllItems(database, instanceId, templateId).catch(unlessDeleted);
    if (!all) continue;
    const template = textTemplate(all.model, languages.source);
    if (template.names.size > 0 && (yield* writeTemplate(file, { ...all, template }))) hasTexts = true;
  }
  yield Buffer.from(form.end(hasTexts));
}

/** A template that was deleted after the file was begun has no texts. */
function unlessDeleted(error: unknown): undefined {
  if (!(error instanceof AppError && error.body.error === 'not_found')) throw error;
}

/** Writes the texts of a template. Returns false if it has none: it is then omitted, as an XLIFF file needs a unit. */
async function* writeTemplate(
  { form, languages, states }: WrittenFile,
  {
    model: { tree },
    template,
    batches,
  }: { model: TemplateModel; template: TextTemplate; batches: Awaited<ReturnType<typeof readAllItems>>['batches'] },
): AsyncGenerator<Buffer, boolean> {
  const fieldIds = new Set(template.names.keys());
  let isStarted = false;
  for await (const items of batches) {
    for (const item of items) {
      const texts = textsOf(tree, fieldIds, item.values, languages).filter(({ state }) => states.has(state));
      if (texts.length === 0) continue;
      const lines = texts.map((text) => form.text(languages, template, item, text)).join('');
      yield Buffer.from(isStarted ? lines : form.startTemplate(template) + lines);
      isStarted = true;
    }
  }
  if (isStarted) yield Buffer.from(form.endTemplate());
  return isStarted;
}

const textTemplate = ({ id, label, leaves }: TemplateModel, source: string): TextTemplate => ({
  id,
  label,
  names: new Map(
    [...leaves.values()].flatMap(({ field }) =>
      isTranslatedFrom(field.settings, source) ? [[field.id, field.settings.name] as const] : [],
    ),
  ),
});
