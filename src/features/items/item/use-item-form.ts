import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import { fieldStatus, type ItemFieldChange } from '@quartermaster/contract/content/item-fields.ts';
import { useEffect, useRef, useState } from 'react';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { createFieldTexts } from '../../../shared/item-form/field-texts.ts';
import type { OthersChange } from '../../../shared/item-form/others-change.tsx';
import { useLiveRules } from '../../../shared/item-form/rules/use-live-rules.ts';
import { useDraftForm } from '../../../shared/item-form/use-draft-form.ts';
import type { UnsavedForm } from '../../../shared/services/services.ts';
import { useUnsavedChanges } from '../../../shared/services/unsaved-changes.ts';
import { changedFields } from './changed-fields.ts';
import { checkDraft, type DraftBase, fieldLabelOf, formNameOf, type ItemDraft } from './item-draft.ts';
import type { LostValue } from './lost-values.ts';
import { createUnsavedPlaces } from './unsaved-places.ts';
import { useLostValues } from './use-lost-values.ts';

/** The body of a save: the changes relative to the draft's base. */
export function changesOf(tree: readonly FieldNode[], base: DraftBase, draft: ItemDraft) {
  const fields = diffItemFields(tree, base.values, draft.values);
  return { fields, isChanged: fields.length > 0 || draft.label.trim() !== base.label };
}

/**
 * The fields of a save: what differs from the base. Of a new item also its defaults, so that what is on the screen is saved even if the
 * template has changed.
 */
export function sentFields(tree: readonly FieldNode[], base: DraftBase, draft: ItemDraft): ItemFieldChange[] {
  const changes = diffItemFields(tree, base.values, draft.values);
  if (base.version > 0) return changes;
  const cleared = changes.filter(({ status }) => status === fieldStatus.removed);
  return [...diffItemFields(tree, {}, draft.values), ...cleared];
}

const none: ReadonlySet<string> = new Set();

function unsavedIn(tree: readonly FieldNode[], base: DraftBase, draft: ItemDraft): ReadonlySet<string> {
  const places = createUnsavedPlaces(tree, base);
  places.readAll(draft);
  return places.fields();
}

/**
 * The form of an item: draft (initially `first`), base, validation errors, and a guard for unsaved changes, with the options in `guard`.
 */
export function useItemForm(
  tree: readonly FieldNode[],
  saved: DraftBase,
  first: ItemDraft,
  guard: Pick<UnsavedForm, 'onDiscarded' | 'keep' | 'save'>,
) {
  const [base, setBase] = useState(saved);
  const [unsaved, setUnsaved] = useState(() => (first === saved ? none : unsavedIn(tree, saved, first)));
  const isDirty = unsaved.size > 0;
  // A copy differs from an empty item, but leaving it untouched loses nothing.
  const touched = useRef(first === saved);
  const [isTouched, setTouched] = useState(first === saved);
  const form = useDraftForm({ label: first.label, values: first.values }, (draft, path) =>
    checkDraft(tree, draft, path),
  );
  const { getValues, setValue, reset, setError, clearErrors } = form;
  const [others] = useState(createFieldTexts<OthersChange>);
  const starts = useRef(0);
  const warnings = useLiveRules(form, tree);
  const { events } = form.fields;
  const { setLost, ...losses } = useLostValues(() => events.edited(null));
  const { lost } = losses;
  const release = useUnsavedChanges((isDirty || lost.length > 0) && isTouched, {
    ...guard,
    names: () => [...changedFields(tree, base, getValues() as ItemDraft), ...lost.map(({ name }) => name)],
  });

  useEffect(() => {
    const places = createUnsavedPlaces(tree, base);
    places.readAll(getValues() as ItemDraft);
    return events.onEdit((path) => {
      const draft = getValues() as ItemDraft;
      if (path === null) places.readAll(draft);
      else places.read(path, draft);
      setUnsaved(places.fields());
      touched.current = true;
      setTouched(true);
    });
  }, [events, getValues, tree, base]);

  /** Resets the form to another version of the item, with or without a draft on top of it, and what was lost from that. */
  const startFrom = (next: DraftBase, draft: ItemDraft = next, lostBefore: readonly LostValue[] = []) => {
    setBase(next);
    setLost(lostBefore);
    reset(structuredClone({ label: draft.label, values: draft.values }));
    events.edited(null);
    setUnsaved(unsavedIn(tree, next, draft));
    others.set(new Map());
    starts.current += 1;
  };

  /** Moves on to a newer version of the item: sets these values, and leaves all others as they are, with their errors and the focus. */
  const moveOn = (next: DraftBase, values: ReadonlyMap<string, unknown>) => {
    setBase(next);
    for (const [path, value] of values) {
      clearErrors(path);
      setValue(path, value);
      events.changed(path);
    }
    events.edited(null);
    setUnsaved(unsavedIn(tree, next, getValues() as ItemDraft));
  };

  /** Sets the server's errors on the inputs; returns those without an input. */
  const setServerErrors = (fields: Record<string, string>): string[] =>
    Object.entries(fields).flatMap(([path, message]) => {
      const name = formNameOf(path, tree);
      if (name === undefined) return [`${fieldLabelOf(path, tree) ?? path}: ${message}`];
      setError(name, { type: 'server', message });
      return [];
    });

  return {
    fields: form.fields,
    warnings,
    base,
    isDirty,
    /** False for a copy as it was made; true as soon as something is edited or restored, before the next render. */
    touched,
    /** The ids of the changed fields at the top level; see {@link labelId}. */
    unsaved,
    release,
    startFrom,
    moveOn,
    /** What others have saved in its fields since it started. */
    others,
    /** How often it has started. */
    starts,
    ...losses,
    setServerErrors,
    draft: () => getValues() as ItemDraft,
    /** Validates the draft; calls `onValid` if there are no errors. */
    check: (onValid: (draft: ItemDraft) => void, onInvalid: () => void) =>
      form.handleSubmit((draft) => onValid(draft as ItemDraft), onInvalid)(),
  };
}
