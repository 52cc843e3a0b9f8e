import type { LanguageCounts } from '@quartermaster/contract/endpoints/translations.ts';
import { inSource, outdatedIn, translatedIn } from '@quartermaster/contract/field-types/localised.ts';
import { countedFields } from '@quartermaster/contract/shapes/translations.ts';
import { readLanguages } from '../../content/model/project-languages.ts';
import type { Query } from '../../core/database/database.ts';
import { type CountedField, listCountedFields } from './repository.ts';

/** Counts the missing and outdated texts of an instance in each language of its project. */
export async function countTranslations(
  query: Query,
  { instanceId, projectId }: { instanceId: number; projectId: number },
): Promise<LanguageCounts[]> {
  const languages = await readLanguages(query, projectId);
  if (languages.length === 0) return [];
  const numbers = [inSource, ...languages.flatMap((language) => [translatedIn(language), outdatedIn(language)])];
  const fields = (await listCountedFields(query, instanceId, numbers)).map(({ counts, ...field }) => ({
    ...field,
    itemsBy: new Map(counts),
  }));
  return languages.map((language) => countsIn(language, fields));
}

type Field = Omit<CountedField, 'counts'> & { itemsBy: ReadonlyMap<number, number> };

function countsIn(language: string, fields: readonly Field[]): LanguageCounts {
  const counted = fields
    .filter(({ source }) => source !== language)
    .map(({ itemsBy, source: _source, ...field }) => {
      const itemsWith = (entry: number) => itemsBy.get(entry) ?? 0;
      const texts = itemsWith(inSource);
      return {
        texts,
        counts: {
          ...field,
          missing: texts - itemsWith(translatedIn(language)),
          outdated: itemsWith(outdatedIn(language)),
        },
      };
    });
  const sum = (of: (one: (typeof counted)[number]) => number) => counted.reduce((total, one) => total + of(one), 0);
  return {
    language,
    texts: sum(({ texts }) => texts),
    missing: sum(({ counts }) => counts.missing),
    outdated: sum(({ counts }) => counts.outdated),
    fields: counted
      .map(({ counts }) => counts)
      .filter(({ missing, outdated }) => missing + outdated > 0)
      .toSorted((a, b) => b.missing + b.outdated - a.missing - a.outdated)
      .slice(0, countedFields),
  };
}
