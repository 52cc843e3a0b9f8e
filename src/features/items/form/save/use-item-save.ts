import { InvalidRowError } from '@quartermaster/contract/content/item-values.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import { type RefObject, useRef, useState } from 'react';
import { savedByOf } from '../../../../shared/data/saved-by.ts';
import { treeOf } from '../../../../shared/data/templates.ts';
import { useSaveFlow } from '../../../../shared/form/use-save-flow.ts';
import { HttpError } from '../../../../shared/http/http-error.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { showUnexpected } from '../../../../shared/services/show-unexpected.ts';
import { commonKeys } from '../../../../shared/ui/actions/keys.ts';
import { usePageAction } from '../../../../shared/ui/actions/page-actions.ts';
import { useNavigateIfMounted } from '../../../../shared/ui/page/use-navigate-if-mounted.ts';
import { texts } from '../../../../shared/ui/texts.ts';
import type { Creation } from '../../item/creation.ts';
import { type DraftBase, type ItemDraft, newItemOf, toDraft } from '../../item/item-draft.ts';
import { changesOf, sentFields, type useItemForm } from '../../item/use-item-form.ts';
import { focusFirstError } from '../focus-first-error.ts';
import { withTyped } from './merged-save.ts';
import { saveAndCloseKeys } from './save-keys.ts';
import { incompatibleVersionMessage, itemOf } from './save-refusal.ts';
import { useSendItem } from './use-send-item.ts';

/** Where to continue after a save: the list, the same item, another new one, or another page that the user is going to. */
type After = 'list' | 'stay' | 'another' | 'leave';

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

interface Options {
  instanceId: number;
  template: Template;
  /** Undefined for a new item. */
  id: number | undefined;
  form: ReturnType<typeof useItemForm>;
  creation: Creation;
  isReadOnly: boolean;
  /** The URL of the list with its last filters, sort and page. */
  back: string;
  /** Disables the guard for unsaved changes. */
  release: () => void;
  element: RefObject<HTMLFormElement | null>;
}

/** Saving from an item's form: the question before it, the navigation after it, and how a refusal is shown. */
export function useItemSave({ instanceId, template, id, form, creation, isReadOnly, back, release, element }: Options) {
  const tree = treeOf(template);
  const services = useServices();
  const navigateIfMounted = useNavigateIfMounted();
  const save = useSendItem({ instanceId, templateId: template.id, id, tree, creation });
  const [formLevelErrors, setFormLevelErrors] = useState<string[]>([]);
  const { base, startFrom } = form;

  const focusFirstInvalid = () => focusFirstError(element.current);

  /** True while the user waits for a save to go to another page. */
  const isLeaving = useRef(false);
  /** What the next save is based on, from the answer of the last one; undefined if that failed. */
  const nextBase = useRef<DraftBase>(undefined);

  const follow = (after: After, draft: ItemDraft, { id: savedId, current }: Awaited<ReturnType<typeof save.send>>) => {
    // Input typed during the save stays, and so does the form; the next save updates the same item.
    const typed = withTyped(tree, current, draft, form.draft());
    const isTypedMeanwhile = changesOf(tree, current, typed).isChanged;
    if (isTypedMeanwhile) flow.closeConfirm();
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
    if (after === 'leave' || isLeaving.current) return true;
    void navigateIfMounted(
      after === 'stay' ? pathTo(paths.item, { instanceId, templateId: template.id, id: savedId }) : back,
    );
    return true;
  };

  const flow = useSaveFlow<PreparedSave, Conflict>({
    send: async ({ draft, base: draftBase, after }) => {
      const fields = sentFields(tree, draftBase, draft);
      setFormLevelErrors([]);
      nextBase.current = undefined;
      return follow(after, draft, await save.send(draft, draftBase, fields));
    },
    theirsOf: (error) => {
      const current = itemOf(error);
      const saved = current && toDraft(tree, current);
      return saved && !(saved instanceof InvalidRowError) ? { draft: saved, lastSave: savedByOf(error) } : undefined;
    },
    onFailed: (error) => {
      if (!(error instanceof HttpError)) throw error;
      const { fields } = error.body;
      const isIncompatible = error.status === 409 && itemOf(error) !== undefined;
      // A 401 navigates to sign-in, which may ask about unsaved changes itself.
      if (!isIncompatible && !fields && ![401, 404].includes(error.status)) throw error;
      if (isIncompatible) setFormLevelErrors([incompatibleVersionMessage]);
      if (fields) {
        setFormLevelErrors(form.setServerErrors(fields));
        focusFirstInvalid();
      }
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
        lastAfter.current = 'list';
        flow.openConfirm({ draft, base, after: 'list' });
      }
    }, focusFirstInvalid);
  };

  /** Saves before the user goes to another page; resolves to true if that page can be opened. */
  const saveToLeave = async (): Promise<boolean> => {
    if (isReadOnly) return false;
    let from = base;
    if (flow.isClosed()) {
      isLeaving.current = true;
      await flow.settled();
      isLeaving.current = false;
      if (!nextBase.current) return false;
      from = nextBase.current;
      if (flow.isClosed() || !changesOf(tree, from, form.draft()).isChanged) {
        release();
        return true;
      }
    }
    save.reset();
    const { promise, resolve } = Promise.withResolvers<ItemDraft | undefined>();
    void form.check(resolve, () => {
      focusFirstInvalid();
      resolve(undefined);
    });
    const draft = await promise;
    if (!draft) return false;
    await sendAtOnce({ draft, base: from, after: 'leave' });
    return flow.isClosed();
  };
  usePageAction({ label: 'Save and stay', keys: commonKeys.save, isOff: isReadOnly }, () => submit(true, 'stay'));
  usePageAction({ label: 'Save and close', keys: saveAndCloseKeys, isOff: isReadOnly }, () => submit(true));

  return {
    submit,
    saveToLeave,
    isPending: save.isPending,
    error: save.error,
    /** Why the save has not succeeded yet, while it is retried. */
    waitsFor: save.failureReason,
    formLevelErrors,
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
