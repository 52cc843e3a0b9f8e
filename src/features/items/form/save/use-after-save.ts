import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { itemQueries } from '../../../../shared/data/items.ts';
import { treeOf } from '../../../../shared/data/templates.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { useNavigateIfMounted } from '../../../../shared/ui/page/use-navigate-if-mounted.ts';
import type { Creation } from '../../item/creation.ts';
import { type DraftBase, type ItemDraft, newItemOf } from '../../item/item-draft.ts';
import { changesOf, type useItemForm } from '../../item/use-item-form.ts';
import { withTyped } from './merged-save.ts';
import type { SentItem } from './use-send-item.ts';

/** Where to continue after a save: the list, the same item, another new one, or another page that the user is going to. */
export type After = 'list' | 'stay' | 'another' | 'leave';

/** The form of an item, and where its page is. */
export interface ItemToSave {
  instanceId: number;
  template: Template;
  /** Undefined for a new item. */
  id: number | undefined;
  form: ReturnType<typeof useItemForm>;
  creation: Creation;
  /** The URL of the list with its last filters, sort and page. */
  back: string;
  /** Disables the guard for unsaved changes. */
  release: () => void;
  element: RefObject<HTMLFormElement | null>;
}

/** Continues after a save of an item: in the form, or on another page. */
export function useAfterSave({ instanceId, template, id, form, creation, back, release, element }: ItemToSave) {
  const tree = treeOf(template);
  const request = useRequest();
  const queries = useQueryClient();
  const navigateIfMounted = useNavigateIfMounted();
  const { base, startFrom } = form;
  /** True while the user waits for a save to go to another page. */
  const isLeaving = useRef(false);
  /** What the next save is based on, from the answer of the last one; undefined if that failed. */
  const nextBase = useRef<DraftBase>(undefined);

  /** Returns true if the page is being left. */
  const follow = (after: After, draft: ItemDraft, { id: savedId, current }: SentItem): boolean => {
    // Input typed during the save stays, and so does the form; the next save updates the same item.
    const typed = withTyped(tree, current, draft, form.draft());
    const isTypedMeanwhile = changesOf(tree, current, typed).isChanged;
    nextBase.current = id ? current : base;
    if (id && (after === 'stay' || isTypedMeanwhile)) {
      startFrom(current, typed);
      return false;
    }
    if (isTypedMeanwhile) return false;
    creation.renew();
    if (after === 'another') {
      nextBase.current = newItemOf(tree);
      startFrom(nextBase.current);
      element.current?.querySelector<HTMLElement>('input[name="label"]')?.focus();
      return false;
    }
    release();
    // The next visit must not show the old values first.
    queries.removeQueries({ queryKey: itemQueries.get(request, instanceId, template.id, savedId).queryKey });
    if (after === 'leave' || isLeaving.current) return true;
    void navigateIfMounted(
      after === 'stay' ? pathTo(paths.item, { instanceId, templateId: template.id, id: savedId }) : back,
    );
    return true;
  };
  /** Waits for the save in progress; resolves to what another save has to be based on, or undefined if it failed. */
  const waitToLeave = async (settled: () => Promise<unknown>): Promise<DraftBase | undefined> => {
    isLeaving.current = true;
    await settled();
    isLeaving.current = false;
    return nextBase.current;
  };
  return { nextBase, follow, waitToLeave };
}
