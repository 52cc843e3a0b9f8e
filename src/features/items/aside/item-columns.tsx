import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { FieldBubbles } from '../../../shared/comments/bubbles.ts';
import type { ItemAddress } from '../../../shared/data/history.ts';
import { useHasParts } from '../../../shared/extensions/use-has-parts.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import type { ItemCommentsPanelProps } from '../comments/item-comments-panel.tsx';
import type { ItemThreadsProps } from '../comments/item-threads.tsx';
import type { ItemComments } from '../comments/use-item-comments.ts';
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

const ItemThreads = lazyPart<ItemThreadsProps>(
  () => import('../comments/item-threads.tsx').then((m) => m.ItemThreads),
  { isQuiet: true, Fallback: () => null },
);

const ItemCommentsPanel = lazyPart<ItemCommentsPanelProps>(
  () => import('../comments/item-comments-panel.tsx').then((m) => m.ItemCommentsPanel),
  { isOnUse: true },
);

interface ItemColumnsProps {
  aside: Aside;
  comments: ItemComments;
  /** Undefined for a new item. */
  item: ItemAddress | undefined;
  saved: { version: number; values: ItemValues };
  tree: readonly TreeNode[];
  links: ReadonlyMap<string, readonly number[]>;
  /** The form, which has an outline if it is long; undefined for values that cannot be edited. */
  form: RefObject<HTMLFormElement | null> | undefined;
  children: ReactNode;
}

/** A form, and next to it its outline and what is to be known about the item; below it where there is no room. */
export function ItemColumns({ aside, comments, item, saved, tree, links, form, children }: ItemColumnsProps) {
  const entries = useMemo(() => outlineOf(tree), [tree]);
  const hasPanels = useHasParts('panel');
  const panels = item && hasPanels && <ItemExtensions item={item} isFolded={!aside.isOpen} />;
  const fields = useRef<HTMLDivElement>(null);
  const said =
    item && comments.canOpen
      ? { item: { ...item, version: saved.version, values: saved.values }, tree, comments, fields }
      : undefined;
  const isBeside = said && comments.isOpen && aside.canOpen;
  const wasOver = useHasOpened(comments.isOpen && !aside.canOpen);
  const side = isBeside ? 'comments' : item && aside.isOpen ? 'about' : undefined;
  const hasOutline = form !== undefined && entries.length > 0 && aside.hasRoomForOutline;
  return (
    <div className={classes.columns} data-outline={hasOutline || undefined} data-aside={side}>
      {hasOutline && <FormOutline entries={entries} form={form} />}
      <div ref={fields} className={classes.main} data-rail={(entries.length === 0 && hasGroup(tree)) || undefined}>
        <FieldBubbles value={comments.bubbling}>{children}</FieldBubbles>
        {said && <ItemThreads {...said} />}
        {item && !aside.isOpen && <UsedBy {...item} />}
        {!aside.isOpen && panels}
      </div>
      {side && (
        <div className={classes.side}>
          {isBeside && <ItemCommentsPanel {...said} isOver={false} />}
          {item && side === 'about' && (
            <ItemAside item={item} links={links} onClose={aside.toggle}>
              {panels}
            </ItemAside>
          )}
        </div>
      )}
      {said && wasOver && !aside.canOpen && <ItemCommentsPanel {...said} isOver />}
    </div>
  );
}

const hasGroup = (tree: readonly TreeNode[]): boolean =>
  tree.some(({ field }) => fieldTypeOf(field.settings.type).holds !== 'value');
