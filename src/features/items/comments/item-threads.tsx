import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Bubble } from '../../../shared/comments/bubble.tsx';
import { countByPlace, totalOf } from '../../../shared/comments/comment-spot.ts';
import { createBubbles } from '../../../shared/comments/create-bubbles.ts';
import { useRowsOfVersion } from '../../../shared/comments/use-rows-of-version.ts';
import { commentQueries } from '../../../shared/data/comments.ts';
import type { ItemAddress } from '../../../shared/data/history.ts';
import { itemPlaces } from '../../../shared/item-form/comments/item-places.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { commonKeys } from '../../../shared/ui/actions/keys.ts';
import { usePageAction } from '../../../shared/ui/actions/page-actions.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import type { ItemComments } from './use-item-comments.ts';

export interface ItemThreadsProps {
  item: ItemAddress & { version: number; values: ItemValues };
  tree: readonly TreeNode[];
  comments: ItemComments;
  /** The element around the fields. */
  fields: RefObject<HTMLElement | null>;
}

/** The field that an element belongs to. */
const fieldElement = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-field], [data-about]') : null;

/** The name of the field that an element belongs to. */
const fieldAt = (target: EventTarget | null): string | undefined => {
  const { field, about } = fieldElement(target)?.dataset ?? {};
  return field ?? about;
};

/** Loads the threads about an item and shows them at its fields; renders nothing itself. */
export function ItemThreads({ item, tree, comments, fields }: ItemThreadsProps) {
  const { instanceId, templateId, id, version, values } = item;
  const of = { about: 'item', template_id: templateId, item_id: id } as const;
  const { data: threads } = useQuery(commentQueries.threads(useRequest(), instanceId, of));
  useRowsOfVersion(of, version);
  const places = useMemo(
    () => itemPlaces({ templateId, id, version, values }, tree),
    [templateId, id, version, values, tree],
  );
  const open = useStableCallback((path: string) => comments.open({ spot: places.placeAt(path) }));
  const [bubbles] = useState(() => createBubbles(open));
  const { onLoaded, onCounted } = comments;

  useEffect(() => {
    if (!threads) return;
    bubbles.setCounts(countByPlace(threads, (thread) => places.placeOf(thread).key));
    onCounted(totalOf(threads));
    onLoaded({ bubbles, Bubble });
  }, [threads, places, bubbles, onCounted, onLoaded]);

  usePageAction({ label: 'Comment on the field', keys: commonKeys.comment }, () => {
    const { activeElement } = document;
    // Its bubble knows where its row is saved.
    flushSync(() => bubbles.setNear(fieldAt(activeElement)));
    const bubble = fieldElement(activeElement)?.querySelector<HTMLElement>('[data-bubble]');
    if (bubble) bubble.click();
    else comments.open({ spot: places.item });
  });
  const comeNear = useEffectEvent(({ target }: Pick<Event, 'target'>) => {
    bubbles.setNear(fieldAt(target) ?? fieldAt(fields.current?.ownerDocument.activeElement ?? null));
  });
  useEffect(() => {
    const { current: element } = fields;
    if (!element) return;
    // A field may have the focus already.
    comeNear({ target: null });
    const near = (event: Event) => comeNear(event);
    const types = ['pointerover', 'pointerleave', 'focusin'];
    for (const type of types) element.addEventListener(type, near);
    return () => {
      for (const type of types) element.removeEventListener(type, near);
    };
  }, [fields]);
  return null;
}
