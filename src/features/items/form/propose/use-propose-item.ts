import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { type RefObject, useState } from 'react';
import type { AccessResult } from '../../../../shared/access/use-refusal.ts';
import { useRefusal } from '../../../../shared/access/use-refusal.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { changesOf, type useItemForm } from '../../item/use-item-form.ts';
import { focusFirstError } from '../focus-first-error.ts';
import { proposedRecord } from './proposed-record.ts';

interface Options {
  id: number | undefined;
  tree: readonly FieldNode[];
  form: ReturnType<typeof useItemForm>;
  /** Why the user cannot save the item. */
  refusal: AccessResult;
  element: RefObject<HTMLFormElement | null>;
}

/** Proposing a change of an item, for users who cannot save it but may propose. */
export function useProposeItem({ id, tree, form, refusal, element }: Options) {
  const services = useServices();
  const mayPropose = useRefusal(proposals.create) === null;
  const [isStarted, setStarted] = useState(false);
  const [items, setItems] = useState<ReturnType<typeof proposedRecord>[]>();
  const isOffered = id !== undefined && refusal !== null && refusal !== 'unknown' && mayPropose;
  const stop = () => {
    setStarted(false);
    setItems(undefined);
    form.startFrom(form.base);
  };
  return {
    isOffered,
    /** True while the user edits what is proposed. */
    isProposing: isOffered && isStarted,
    start: () => setStarted(true),
    stop,
    /** Checks the draft, and asks what to say about it. */
    ask: () => {
      if (!isOffered) return;
      void form.check(
        (draft) => {
          if (changesOf(tree, form.base, draft).isChanged) setItems([proposedRecord(tree, id, form.base, draft)]);
          else services.notify.info('There are no changes to propose');
        },
        () => focusFirstError(element.current),
      );
    },
    /** What is proposed once the dialog is confirmed; undefined while it is closed. */
    items,
    close: () => setItems(undefined),
  };
}
