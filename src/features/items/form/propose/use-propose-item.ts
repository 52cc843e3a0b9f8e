import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AccessResult } from '../../../../shared/access/use-refusal.ts';
import { useRefusal } from '../../../../shared/access/use-refusal.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { changesOf, type useItemForm } from '../../item/use-item-form.ts';
import { focusFirstError } from '../focus-first-error.ts';
import { focusFirstField } from '../focus-first-field.ts';
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
  const isProposing = isOffered && isStarted;
  const startButton = useRef<HTMLButtonElement>(null);
  const isNothingFocused = () => {
    const page = (element.current ?? startButton.current)?.ownerDocument;
    return page !== undefined && page.activeElement === page.body;
  };
  // The focused button unmounts when the form opens or closes.
  const restoreFocus = useEffectEvent(() => {
    if (!isNothingFocused()) return;
    if (isProposing) focusFirstField(element.current);
    else startButton.current?.focus();
  });
  const wasProposing = useRef(isProposing);
  useEffect(() => {
    if (wasProposing.current !== isProposing) restoreFocus();
    wasProposing.current = isProposing;
  }, [isProposing]);
  const stop = () => {
    setStarted(false);
    setItems(undefined);
    form.startFrom(form.base);
  };
  return {
    isOffered,
    /** True while the user edits what is proposed. */
    isProposing,
    startButton,
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
    /** Once the dialog is gone: after a proposal, so is the button that has opened it. */
    closed: () => {
      const isInDialog = services.overlay.contains(startButton.current?.ownerDocument.activeElement ?? null);
      if (isNothingFocused() || isInDialog) startButton.current?.focus();
    },
  };
}
