import type { ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { ItemVersion } from '@quartermaster/contract/endpoints/history.ts';
import type { ComponentProps } from 'react';
import { compareItem } from '../../shared/item-diff/item-differences.ts';
import type { MenuDiffView } from '../../shared/item-diff/menu-diff.tsx';
import type { TemplateDiffView } from '../../shared/item-diff/template-diff.tsx';

type TemplateDiff = ComponentProps<typeof TemplateDiffView>['diff'];
type MenuDiff = ComponentProps<typeof MenuDiffView>['diff'];

/** True for a version that is listed as the one that created the content: there was none before. */
export const isCreationIn = (
  pages: readonly { versions: readonly Pick<ItemVersion, 'version' | 'action'>[] }[] | undefined,
  version: number,
): boolean =>
  pages?.some(({ versions }) => versions.some((one) => one.version === version && one.action === 'create')) ?? false;

/** An item without a version before it: all its values are added. */
export function firstItem(diff: ItemDiff): ItemDiff {
  const all = diff.template_fields.map(({ id }) => ({ field_id: id, change: 'added', changed_in: 'unknown' }) as const);
  const first: ItemDiff = { ...diff, change: 'added', target: null, label_changed: true, fields: all };
  const filled = new Set(
    compareItem(first).fields.flatMap(({ node, after }) => (after === null ? [] : [node.field.id])),
  );
  return { ...first, fields: all.filter(({ field_id }) => filled.has(field_id)) };
}

/** A template without a version before it: all its fields are added. */
export const firstTemplate = (diff: TemplateDiff): TemplateDiff => ({ ...diff, change: 'added', target: null });

/** A menu without a version before it: all its entries are added. */
export const firstMenu = (diff: MenuDiff): MenuDiff => ({
  ...diff,
  target: [],
  nodes: diff.source.map(({ id }) => ({ id, change: 'added' })),
});
