import type { AlsoPlanned } from '@quartermaster/contract/endpoints/releases.ts';
import type { ChangeSet } from '../../../content/change-sets/change-set.ts';
import type { Query } from '../../../core/database/database.ts';
import { chooserOf } from '../pairs/build-change-set.ts';
import { nextPlanned, type OtherRelease } from './repository.ts';

/** Planned releases that change the same content as a change set; `except` is the release of the change set itself. */
export async function findOverlaps(query: Query, changeSet: ChangeSet, except: number | null): Promise<AlsoPlanned[]> {
  const found: AlsoPlanned[] = [];
  for (let after = 0; ; ) {
    const other = await nextPlanned(query, changeSet.pair.source.id, after, except);
    if (!other) return found.toSorted((a, b) => a.publish_at.localeCompare(b.publish_at));
    after = other.id;
    const shared = sharedWith(changeSet, other);
    if (shared.items + shared.templates > 0 || shared.menu)
      found.push({
        id: other.id,
        name: other.name,
        publish_at: other.publish_at.toISOString(),
        time_zone: other.time_zone,
        ...shared,
      });
  }
}

/** How much of a change set a release also selects, as far as it still differs. */
function sharedWith({ items, templates, menu }: ChangeSet, { selection }: OtherRelease) {
  const isChosen = chooserOf(selection);
  const updated = new Set(
    selection?.changes.flatMap(({ template_id, is_update_template }) => (is_update_template ? [template_id] : [])),
  );
  return {
    items: items.filter(({ templateId, id }) => isChosen(templateId, id)).length,
    templates: templates.filter(({ change, templateId }) => change && (!selection || updated.has(templateId))).length,
    menu: menu !== null && (!selection || selection.menu === true),
  };
}
