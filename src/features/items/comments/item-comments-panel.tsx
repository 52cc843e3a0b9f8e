import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type RefObject, useMemo } from 'react';
import type { CommentPlace } from '../../../shared/comments/comment-spot.ts';
import { CommentsDrawer } from '../../../shared/comments/comments-drawer.tsx';
import { CommentsPanel } from '../../../shared/comments/comments-panel.tsx';
import type { ItemAddress } from '../../../shared/data/history.ts';
import { itemPlaces } from '../../../shared/item-form/comments/item-places.ts';
import { renderField } from '../../../shared/item-form/deferred-focus.ts';
import type { ItemComments } from './use-item-comments.ts';

export interface ItemCommentsPanelProps {
  item: ItemAddress & { version: number; values: ItemValues };
  tree: readonly TreeNode[];
  comments: ItemComments;
  fields: RefObject<HTMLElement | null>;
  /** Over the form, where there is no room next to it. */
  isOver: boolean;
}

/** The comments of an item, next to its form or over it. */
export function ItemCommentsPanel({ item, tree, comments, fields, isOver }: ItemCommentsPanelProps) {
  const { templateId, id, version, values } = item;
  const { start, isOpen, close } = comments;
  const places = useMemo(
    () => itemPlaces({ templateId, id, version, values }, tree),
    [templateId, id, version, values, tree],
  );
  const show = ({ key }: CommentPlace) => {
    const { current: element } = fields;
    if (!element) return;
    if (isOver) close();
    renderField(element, key);
    const path = CSS.escape(key);
    const isField = '[data-field], [data-about]';
    // The row of its bubble may have been moved in the form.
    const field =
      element.querySelector(`[data-spot="${path}"]`)?.closest(isField) ??
      element.querySelector(`[data-field="${path}"], [data-about="${path}"]`);
    field?.scrollIntoView?.({ block: 'center' });
    field?.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true });
  };
  const panel = (
    <CommentsPanel
      of={{ about: 'item', template_id: templateId, item_id: id }}
      subject={places.item}
      placeOf={places.placeOf}
      rows={places.rows}
      places={places.fields}
      start={start}
      onShow={show}
      onClose={isOver ? undefined : close}
      hasHead={!isOver}
    />
  );
  return isOver ? (
    <CommentsDrawer isOpen={isOpen} onClose={close}>
      {panel}
    </CommentsDrawer>
  ) : (
    panel
  );
}
