import { diffItemFields } from '@quartermaster/contract/content/item-fields.ts';
import { InvalidRowError } from '@quartermaster/contract/content/item-values.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { type RefObject, useState } from 'react';
import { treeOf } from '../../../../shared/data/templates.ts';
import { useSaveDialogs } from '../../../../shared/form/use-save-dialogs.ts';
import { useSingleRun } from '../../../../shared/form/use-single-run.ts';
import { HttpError } from '../../../../shared/http/http-error.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { showUnexpected } from '../../../../shared/services/show-unexpected.ts';
import { useKey } from '../../../../shared/ui/hooks/use-key.ts';
import { useNavigateIfMounted } from '../../../../shared/ui/page/use-navigate-if-mounted.ts';
import { texts } from '../../../../shared/ui/texts.ts';
import type { Creation } from '../../item/creation.ts';
import { blankItem, type DraftBase, type ItemDraft, toDraft } from '../../item/item-draft.ts';
import { changesOf, type useItemForm } from '../../item/use-item-form.ts';
import { focusFirstError } from '../focus-first-error.ts';
import { isWithCommand } from './is-with-command.ts';
import { incompatibleVersionMessage, itemOf, type LastSave, lastSaveOf } from './save-refusal.ts';
import { useSendItem } from './use-send-item.ts';

/** Where to continue after a save: the list, the same item, or another new one. */
type After = 'list' | 'stay' | 'another';

/** Checks the draft and saves it, immediately or after a question. */
export type Submit = (isImmediate: boolean, after?: After) => void;

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
  const dialogs = useSaveDialogs<ItemDraft, { draft: DraftBase; lastSave: LastSave | undefined }>();
  const { pending, isConfirming, theirs } = dialogs;
  const [formLevelErrors, setFormLevelErrors] = useState<string[]>([]);
  const { base, startFrom } = form;

  // Once the item can no longer be saved, the question closes; the draft stays.
  if (isReadOnly && (isConfirming || theirs)) {
    dialogs.closeConfirm();
    dialogs.closeConflict();
  }

  const focusFirstInvalid = () => focusFirstError(element.current);

  const follow = (after: After, draft: ItemDraft, savedAs: { id: number; version: number }) => {
    const current: DraftBase = { label: draft.label.trim(), values: draft.values, version: savedAs.version };
    // Input typed during the save stays, and so does the form; the next save updates the same item.
    const isTypedMeanwhile = changesOf(tree, current, form.draft()).isChanged;
    if (isTypedMeanwhile) dialogs.closeConfirm();
    if (id && (after === 'stay' || isTypedMeanwhile)) {
      startFrom(current, form.draft());
      return false;
    }
    if (isTypedMeanwhile) return false;
    creation.renew();
    if (after === 'another') {
      startFrom(blankItem);
      element.current?.querySelector<HTMLElement>('input[name="label"]')?.focus();
      return false;
    }
    release();
    void navigateIfMounted(
      after === 'stay' ? pathTo(paths.item, { instanceId, templateId: template.id, id: savedAs.id }) : back,
    );
    return true;
  };

  const showConflict = (draft: DraftBase | InvalidRowError, lastSave: LastSave | undefined) => {
    if (draft instanceof InvalidRowError) setFormLevelErrors([incompatibleVersionMessage]);
    else dialogs.openConflict({ draft, lastSave });
  };

  const { run: send, isClosed } = useSingleRun(async (draft: ItemDraft, draftBase: DraftBase, after: After) => {
    const fields = diffItemFields(tree, draftBase.values, draft.values);
    setFormLevelErrors([]);
    try {
      return follow(after, draft, await save.send(draft, draftBase, fields));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const current = error.status === 409 ? itemOf(error.body.details) : undefined;
      if (current) showConflict(toDraft(tree, current), lastSaveOf(error.body.details));
      if (error.body.fields) {
        setFormLevelErrors(form.setServerErrors(error.body.fields));
        focusFirstInvalid();
      }
      // A 401 navigates to sign-in, which may ask about unsaved changes itself.
      if (!current && !error.body.fields && ![401, 404].includes(error.status)) throw error;
      dialogs.closeConfirm();
      return false;
    }
  });
  const sendAtOnce = (draft: ItemDraft, draftBase: DraftBase, after: After = 'list') => {
    send(draft, draftBase, after).catch((error) => {
      // The form shows the server's errors itself, in its callout or at the inputs.
      if (!(error instanceof HttpError)) showUnexpected(services, 'Save item', error);
    });
  };

  const submit: Submit = (isImmediate, after = 'list') => {
    if (isReadOnly || isClosed()) return;
    save.reset();
    void form.check((draft) => {
      if (id && !changesOf(tree, base, draft).isChanged) services.notify.info(texts.noChangesToSave);
      else if (isImmediate) sendAtOnce(draft, base, after);
      else dialogs.openConfirm(draft);
    }, focusFirstInvalid);
  };
  useKey(
    (event) => event.key.toLowerCase() === 's' && isWithCommand(event),
    () => submit(true),
  );
  useKey(
    (event) => event.key === 'Enter' && isWithCommand(event),
    () => submit(true, 'stay'),
  );

  return {
    submit,
    isPending: save.isPending,
    error: save.error,
    /** Why the save has not succeeded yet, while it is retried. */
    waitsFor: save.failureReason,
    formLevelErrors,
    isConfirming,
    confirm: () => pending && send(pending, base, 'list'),
    cancel: dialogs.closeConfirm,
    /** The version that another member has saved in the meantime. */
    theirs,
    /** Closes the conflict without a choice. */
    leaveConflict: dialogs.closeConflict,
    takeTheirs: (saved: DraftBase) => {
      startFrom(saved);
      dialogs.closeConflict();
    },
    saveOver: (saved: DraftBase, draft: ItemDraft) => {
      startFrom(saved, draft);
      dialogs.closeConflict();
      sendAtOnce(draft, saved);
    },
  };
}
