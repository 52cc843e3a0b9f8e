import { InvalidRowError } from '@quartermaster/contract/content/item-values.ts';
import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import { useRef } from 'react';
import { savedByOf } from '../../../../shared/data/saved-by.ts';
import { type FieldNode, treeOf } from '../../../../shared/data/templates.ts';
import { useSaveFlow } from '../../../../shared/form/use-save-flow.ts';
import { HttpError } from '../../../../shared/http/http-error.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { showUnexpected } from '../../../../shared/services/show-unexpected.ts';
import { commonKeys } from '../../../../shared/ui/actions/keys.ts';
import { usePageAction } from '../../../../shared/ui/actions/page-actions.ts';
import { texts } from '../../../../shared/ui/texts.ts';
import { type DraftBase, type ItemDraft, toDraft } from '../../item/item-draft.ts';
import { changesOf, sentFields } from '../../item/use-item-form.ts';
import { itemOf } from './save-refusal.ts';
import { type After, type ItemToSave, useAfterSave } from './use-after-save.ts';
import { useSaveErrors } from './use-save-errors.ts';
import { useSendItem } from './use-send-item.ts';

/** Checks the draft and saves it, immediately or after a question. */
export type Submit = (isImmediate: boolean, after?: After) => void;

/** A checked draft, the version that it is based on, and where to continue. */
interface PreparedSave {
  draft: ItemDraft;
  base: DraftBase;
  after: After;
}

/** The version that another member saved first. */
interface Conflict {
  draft: DraftBase;
  lastSave: SavedBy | undefined;
}

interface Options extends ItemToSave {
  isReadOnly: boolean;
}

/** Saving from an item's form: the question before it, the navigation after it, and how a refusal is shown. */
export function useItemSave({ isReadOnly, ...item }: Options) {
  const { instanceId, template, id, form, creation, release, element } = item;
  const tree = treeOf(template);
  const services = useServices();
  // A part has no list to return to.
  const isPart = services.part !== null;
  const { nextBase, follow, waitToLeave } = useAfterSave(item);
  const save = useSendItem({ instanceId, templateId: template.id, id, tree, creation });
  const errors = useSaveErrors(form, element);
  const { base, startFrom } = form;

  const flow = useSaveFlow<PreparedSave, Conflict>({
    send: async ({ draft, base: draftBase, after }) => {
      const fields = sentFields(tree, draftBase, draft);
      errors.clear();
      nextBase.current = undefined;
      const next = isPart && after === 'list' ? 'stay' : after;
      const isLeft = follow(next, draft, await save.send(draft, draftBase, fields));
      if (!isLeft) flow.closeConfirm();
      return isLeft;
    },
    theirsOf: (error) => conflictIn(tree, error),
    onFailed: (error) => {
      errors.show(error);
      flow.closeConfirm();
    },
  });
  const { isConfirming, theirs } = flow;

  // Once the item can no longer be saved, the question closes; the draft stays.
  if (isReadOnly && (isConfirming || theirs)) {
    flow.closeConfirm();
    flow.closeConflict();
  }

  const lastAfter = useRef<After>('list');
  const sendAtOnce = (prepared: PreparedSave): Promise<void> => {
    lastAfter.current = prepared.after;
    return flow.save(prepared).catch((error) => {
      // The form shows the server's errors itself, in its callout or at the inputs.
      if (!(error instanceof HttpError)) showUnexpected(services, 'Save item', error);
    });
  };

  const submit: Submit = (isImmediate, after = 'list') => {
    if (isReadOnly || flow.isClosed()) return;
    save.reset();
    void form.check((draft) => {
      if (id && !changesOf(tree, base, draft).isChanged) services.notify.info(texts.noChangesToSave);
      else if (isImmediate) void sendAtOnce({ draft, base, after });
      else {
        lastAfter.current = after;
        flow.openConfirm({ draft, base, after });
      }
    }, errors.focusFirstInvalid);
  };

  /** Saves before the user goes to another page; resolves to true if that page can be opened. */
  const saveToLeave = async (): Promise<boolean> => {
    if (isReadOnly) return false;
    let from = base;
    if (flow.isClosed()) {
      const next = await waitToLeave(flow.settled);
      if (!next) return false;
      from = next;
      if (flow.isClosed() || !changesOf(tree, from, form.draft()).isChanged) {
        release();
        return true;
      }
    }
    save.reset();
    const draft = await errors.validDraft();
    if (!draft) return false;
    await sendAtOnce({ draft, base: from, after: 'leave' });
    return flow.isClosed();
  };
  /** Saves without a question, and stays; resolves to true if nothing is unsaved any more. */
  const saveToStay = async (): Promise<boolean> => {
    if (isReadOnly) return false;
    if (flow.isClosed()) await flow.settled();
    if (flow.isClosed()) return false;
    save.reset();
    const draft = await errors.validDraft();
    if (!draft) return false;
    // What the last save has stored may not be rendered yet.
    const last = nextBase.current;
    const from = last && last.version > base.version ? last : base;
    if (id && !changesOf(tree, from, draft).isChanged) return true;
    await sendAtOnce({ draft, base: from, after: 'stay' });
    return nextBase.current !== undefined;
  };
  usePageAction({ label: 'Save and stay', keys: commonKeys.save, isOff: isReadOnly }, (event) =>
    submit(!isOfExtension(event), 'stay'),
  );
  usePageAction({ label: 'Save and close', keys: commonKeys.saveAndClose, isOff: isReadOnly }, (event) =>
    submit(!isOfExtension(event)),
  );

  return {
    submit,
    saveToLeave,
    saveToStay,
    isPending: save.isPending,
    error: save.error,
    /** Why the save has not succeeded yet, while it is retried. */
    waitsFor: save.failureReason,
    formLevelErrors: errors.formLevelErrors,
    isConfirming,
    confirm: flow.confirm,
    cancel: flow.closeConfirm,
    /** The version that another member has saved in the meantime. */
    theirs,
    /** Closes the conflict without a choice. */
    leaveConflict: flow.closeConflict,
    takeTheirs: (saved: DraftBase) => {
      startFrom(saved);
      flow.closeConflict();
    },
    saveOver: (saved: DraftBase, draft: ItemDraft) => {
      startFrom(saved, draft);
      flow.closeConflict();
      void sendAtOnce({ draft, base: saved, after: lastAfter.current === 'list' ? 'list' : 'stay' });
    },
  };
}

/** True for keys that a frame has passed on: its script can send them without the user, who is asked before the save. */
const isOfExtension = (event?: KeyboardEvent): boolean => event?.target instanceof HTMLIFrameElement;

/** The version with which a save conflicts; undefined if the form cannot show it. */
function conflictIn(tree: readonly FieldNode[], error: HttpError): Conflict | undefined {
  const current = itemOf(error);
  const saved = current && toDraft(tree, current);
  return saved && !(saved instanceof InvalidRowError) ? { draft: saved, lastSave: savedByOf(error) } : undefined;
}
