import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import { mostUntranslated } from '@quartermaster/contract/endpoints/sync.ts';
import { translatedIn } from '@quartermaster/contract/field-types/localised.ts';
import { sourceLanguageOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Query } from '../../core/database/database.ts';
import { readLanguages } from '../model/project-languages.ts';
import { loadTemplate } from '../model/template-models.ts';
import { type ChangeSet, isWritten } from './change-set.ts';
import { sampled } from './samples.ts';
import { listLacking, listUntranslated } from './untranslated-repository.ts';

type Untranslated = NonNullable<ChangeSetCheck['untranslated']>;

/** The localised texts that a sync copies without all languages of the project, as they are in the source; absent if there are none. */
export async function findUntranslated(
  query: Query,
  projectId: number,
  { source: { instance }, templates, items }: ChangeSet,
): Promise<Pick<ChangeSetCheck, 'untranslated'>> {
  const languages = await readLanguages(query, projectId);
  if (!instance || languages.length === 0) return {};
  const copied = Map.groupBy(
    items.filter((item) => isWritten(item) && item.change !== 'removed'),
    ({ templateId }) => templateId,
  );
  const found: Untranslated = { count: 0, sample: [] };
  for (const { templateId } of templates) {
    const copies = copied.get(templateId);
    const model = copies && (await loadTemplate(query, instance.id, templateId));
    if (!model) continue;
    const all = model.fields.flatMap(({ key, settings }) => {
      const source = sourceLanguageOf(settings);
      const others = source === undefined ? [] : languages.filter((language) => language !== source);
      return others.map((language) => ({ key, language, index: translatedIn(language) }));
    });
    const lacking = all.length === 0 ? [] : await listLacking(query, model.key, all);
    if (lacking.length === 0) continue;
    const texts = await listUntranslated(query, {
      key: model.key,
      ids: copies.map(({ id }) => id),
      languages: lacking,
      limit: sampled - found.sample.length,
      most: mostUntranslated - found.count,
    });
    const fields = new Map(model.fields.map(({ key, id }) => [key, id]));
    const names = new Map(copies.map(({ id, label }) => [id, label]));
    found.count += texts.count;
    for (const { id, field, missing } of texts.sample)
      found.sample.push({
        template_id: templateId,
        id,
        name: names.get(id) ?? '',
        field_id: fields.get(field) ?? '',
        languages: missing,
      });
  }
  return found.count === 0 ? {} : { untranslated: found };
}
