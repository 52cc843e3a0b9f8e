import { diffItemFields, type ItemFieldChange } from '@quartermaster/contract/content/item-fields.ts';
import { useEffect, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { useDraftForm } from '../../../shared/item-form/use-draft-form.ts';
import { useUnsavedChanges } from '../../../shared/services/unsaved-changes.ts';
import { checkDraft, type DraftBase, formNameOf, type ItemDraft } from './item-draft.ts';

/** What a save has to say, from the state that the draft started from. */
export function changesOf(tree: readonly FieldNode[], base: DraftBase, draft: ItemDraft) {
  const fields = diffItemFields(tree, base.values, draft.values);
  return { fields, isChanged: fields.length > 0 || draft.label.trim() !== base.label };
}

/** The form of an item: a draft, what it started from, what is wrong with it, and a guard against losing it. */
export function useItemForm(tree: readonly FieldNode[], first: DraftBase) {
  const [base, setBase] = useState(first);
  const [isDirty, setDirty] = useState(false);
  const form = useDraftForm(
    { label: first.label, values: first.values },
    (draft) => checkDraft(tree, draft) as FieldErrors,
  );
  const { getValues, reset, setError, subscribe } = form;
  const release = useUnsavedChanges(isDirty);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => setDirty(changesOf(tree, base, values as ItemDraft).isChanged),
      }),
    [subscribe, tree, base],
  );

  /** Starts over from another state of the item, with a draft of its own or without one. */
  const startFrom = (next: DraftBase, draft: ItemDraft = next) => {
    setBase(next);
    reset(structuredClone({ label: draft.label, values: draft.values }));
    setDirty(changesOf(tree, next, draft).isChanged);
  };

  /** Puts what the server found wrong onto the inputs; tells what could not be placed. */
  const setServerErrors = (fields: Record<string, string>, changes: readonly ItemFieldChange[]): string[] =>
    Object.entries(fields).flatMap(([path, message]) => {
      const name = formNameOf(path, tree, changes);
      if (name === undefined) return [`${path}: ${message}`];
      setError(name, { type: 'server', message });
      return [];
    });

  return {
    fields: form,
    base,
    isDirty,
    release,
    startFrom,
    setServerErrors,
    draft: () => getValues() as ItemDraft,
    /** Checks the draft; `onValid` gets it where nothing is wrong. */
    check: (onValid: (draft: ItemDraft) => void, onInvalid: () => void) =>
      form.handleSubmit((draft) => onValid(draft as ItemDraft), onInvalid)(),
  };
}
