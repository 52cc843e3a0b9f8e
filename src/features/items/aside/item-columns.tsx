import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { type ReactNode, type RefObject, useMemo } from 'react';
import type { ItemAddress } from '../../../shared/data/history.ts';
import { useHasParts } from '../../../shared/extensions/use-has-parts.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { UsedBy } from '../uses/used-by.tsx';
import { FormOutline } from './form-outline.tsx';
import classes from './item-aside.module.css';
import type { ItemExtensionsProps } from './item-extensions.tsx';
import { outlineOf } from './outline-entries.ts';
import type { ItemAside as Aside } from './use-item-aside.ts';

const ItemAside = lazyPart(() => import('./item-aside.tsx').then((m) => m.ItemAside), { isOnUse: true });

const ItemExtensions = lazyPart<ItemExtensionsProps>(
  () => import('./item-extensions.tsx').then((m) => m.ItemExtensions),
  { isOnUse: true },
);

interface ItemColumnsProps {
  aside: Aside;
  /** Undefined for a new item. */
  item: ItemAddress | undefined;
  tree: readonly TreeNode[];
  links: ReadonlyMap<string, readonly number[]>;
  /** The form, which has an outline if it is long; undefined for values that cannot be edited. */
  form: RefObject<HTMLFormElement | null> | undefined;
  children: ReactNode;
}

/** A form, and next to it its outline and what is to be known about the item; below it where there is no room. */
export function ItemColumns({ aside, item, tree, links, form, children }: ItemColumnsProps) {
  const entries = useMemo(() => outlineOf(tree), [tree]);
  const hasPanels = useHasParts('panel');
  const panels = item && hasPanels && <ItemExtensions item={item} isFolded={!aside.isOpen} />;
  const hasOutline = form !== undefined && entries.length > 0 && aside.hasRoomForOutline;
  return (
    <div
      className={classes.columns}
      data-outline={hasOutline || undefined}
      data-aside={(item && aside.isOpen) || undefined}
    >
      {hasOutline && <FormOutline entries={entries} form={form} />}
      <div className={classes.main} data-rail={(entries.length === 0 && hasGroup(tree)) || undefined}>
        {children}
        {item && !aside.isOpen && <UsedBy {...item} />}
        {!aside.isOpen && panels}
      </div>
      {item && aside.isOpen && (
        <div className={classes.side}>
          <ItemAside item={item} links={links} onClose={aside.toggle}>
            {panels}
          </ItemAside>
        </div>
      )}
    </div>
  );
}

const hasGroup = (tree: readonly TreeNode[]): boolean =>
  tree.some(({ field }) => fieldTypeOf(field.settings.type).holds !== 'value');
