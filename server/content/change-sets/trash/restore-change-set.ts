import type { Place } from '../../model/instance-pair.ts';
import { measuredAtOnce } from '../batches.ts';
import type { ChangeSet, ContentSource, NewContent } from '../change-set.ts';
import type { RestorePlan } from './check-restore.ts';
import { contentOf, type RestorableTemplate, readFitted } from './restored.ts';
import { readSizesOfDeleted } from './trash-repository.ts';

/** The change set that restores what a plan says. */
export function restoreChangeSet(
  instance: Place,
  { templates, fingerprint }: Pick<RestorePlan, 'templates' | 'fingerprint'>,
  itemLimit: number | null,
): ChangeSet {
  return {
    pair: { source: instance, target: instance },
    source: trashSource(templates),
    undoes: null,
    templates: templates.map(({ id, key, model, restored }) => ({
      templateId: id,
      label: model.label,
      change: restored ? 'added' : null,
      sourceKey: null,
      targetKey: restored ? null : key,
      after: restored,
      formerKey: restored ? key : null,
      revision: '0',
      ...(!restored && { model }),
    })),
    items: templates.flatMap(({ id: templateId, items }) =>
      items.map(({ id, label }) => ({
        ...{ templateId, id, label, change: 'added' as const, conflict: false, decision: undefined },
        ...{ sourceHash: null, targetHash: null, targetVersion: null, revision: '0' },
      })),
    ),
    expected: { itemLimit },
    menu: null,
    revision: fingerprint,
  };
}

/** The revisions that store the deletions. */
function trashSource(templates: readonly RestorableTemplate[]): ContentSource {
  const byId = new Map(
    templates.map((template) => [
      template.id,
      { template, items: new Map(template.items.map((item) => [item.id, item])) },
    ]),
  );
  const find = (templateId: string, ids: readonly number[]) => {
    const known = byId.get(templateId);
    return known && { template: known.template, items: ids.flatMap((id) => known.items.get(id) ?? []) };
  };
  return {
    instance: null,
    read: async (query, { templateId }, ids) => {
      const found = find(templateId, ids);
      const fitted = found ? await readFitted(query, found.template, found.items) : [];
      return new Map(
        [...fitted].map(([id, content]): [number, NewContent] => {
          const { synced_hash, synced_version } = content.item;
          return [id, { ...contentOf(content), synced: { synced_hash, synced_version }, refusal: null }];
        }),
      );
    },
    sizes: {
      read: async (query, { templateId }, ids) => {
        const found = find(templateId, ids);
        return found ? readSizesOfDeleted(query, found.template.key, found.items) : [];
      },
      atOnce: 4 * measuredAtOnce,
    },
  };
}
