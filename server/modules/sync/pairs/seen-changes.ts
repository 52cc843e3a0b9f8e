import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import type { ChangeSet } from '../../../content/change-sets/change-set.ts';
import type { SeenChanges } from '../../../core/tables/sync.ts';

/** What is seen of changes when they are sent for review. */
export const toSeen = ({ revision, items, templates, menu }: ChangeSet): SeenChanges => ({
  revision,
  items: Object.fromEntries(items.map((item) => [item.id, item.revision])),
  templates: Object.fromEntries(
    templates.flatMap((entry) => (entry.change ? [[entry.templateId, entry.revision]] : [])),
  ),
  menu: menu?.revision ?? null,
});

/** How many of the names a check has. */
const namedAtMost = 20;

/** The changes that were edited since they were sent for review; undefined if none was. */
export function editedSince({ items, templates, menu }: ChangeSet, seen: SeenChanges): ChangeSetCheck['edited_since'] {
  const names = [
    ...(menu && menu.revision !== seen.menu ? ['The navigation'] : []),
    ...templates.flatMap(({ templateId, label, change, revision }) =>
      change && seen.templates[templateId] !== revision ? [label] : [],
    ),
    ...items.flatMap(({ id, label, revision }) => (seen.items[id] === revision ? [] : [label])),
  ];
  return names.length === 0 ? undefined : { count: names.length, sample: names.slice(0, namedAtMost) };
}

/** Marks the listed changes that were edited since they were sent for review. */
export const markEdited = (list: ChangeList, seen: SeenChanges): ChangeList => ({
  ...list,
  templates: list.templates.map((template) => ({
    ...template,
    ...(template.revision !== null && seen.templates[template.template_id] !== template.revision && edited),
    items: template.items.map((item) => (seen.items[item.id] === item.revision ? item : { ...item, ...edited })),
  })),
  menu: { ...list.menu, ...(list.menu.revision !== null && list.menu.revision !== seen.menu && edited) },
});

const edited = { is_edited: true };
