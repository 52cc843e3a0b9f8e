import { useStore } from 'jotai';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type AbandonedDraft,
  abandonedDrafts,
  claimDraft,
  dropDraft,
  dropDraftsOf,
  ownDraftKey,
  storeDraft,
} from '../../../shared/storage/stored-drafts.ts';
import { isSameDraft } from '../model/compare/same-draft.ts';
import type { Editor } from '../model/editor.ts';
import { createDebouncedAutosave } from './debounced-autosave.ts';
import { fromStored, toStored } from './stored-template.ts';

/** A stored draft that the user has neither restored nor discarded yet. */
export interface RecoverableDraft {
  /** In milliseconds since 1970. */
  at: number;
  restore: () => void;
  discard: () => void;
}

/**
 * Deletes the stored draft after a save or when the user leaves without saving. Drafts that the user has not decided about
 * are kept, unless the template itself is deleted.
 */
export type DiscardStored = (options?: { isTemplateDeleted: boolean }) => void;

/**
 * Stores the draft of an editor in this browser while it has unsaved changes, each tab separately. Returns the drafts
 * that closed tabs left behind, newest first.
 */
export function useStoredTemplate(
  editor: Editor,
  scope: string,
): { undecided: RecoverableDraft | null; drop: DiscardStored } {
  const store = useStore();
  const [key] = useState(() => ownDraftKey(scope));
  const [found, setFound] = useState<AbandonedDraft[]>([]);
  // Keys of restored drafts that are not yet stored under this tab's own key.
  const [restored] = useState(() => new Set<string>());
  const [stepper] = useState(() => {
    const dropRestored = () => {
      for (const other of restored) dropDraft(other);
      restored.clear();
    };
    return createDebouncedAutosave(() => {
      if (editor.read(editor.isDirty)) {
        const value = toStored(editor.read(editor.base), editor.read(editor.draft));
        void storeDraft(key, { at: Date.now(), value }).then((isKept) => isKept && dropRestored());
      } else {
        dropDraft(key);
        dropRestored();
      }
    });
  });

  useEffect(() => {
    let isOver = false;
    const release = claimDraft(key);
    void abandonedDrafts(scope).then((drafts) => {
      if (!isOver) setFound(drafts.filter((draft) => draft.key !== key && isWorthAsking(draft, editor)));
    });
    const stopListening = stepper.listen();
    const stopFollowing = store.sub(editor.draft, stepper.changed);
    if (editor.read(editor.isDirty)) stepper.changed();
    return () => {
      isOver = true;
      stopFollowing();
      stopListening();
      release();
    };
  }, [store, editor, stepper, scope, key]);

  const drop = useCallback<DiscardStored>(
    ({ isTemplateDeleted } = { isTemplateDeleted: false }) => {
      stepper.stop();
      if (isTemplateDeleted) dropDraftsOf(scope);
      for (const own of [key, ...restored]) dropDraft(own);
    },
    [stepper, scope, key, restored],
  );

  const [first] = found;
  const edit = useMemo(() => first && fromStored(first.value), [first]);
  const decided = (draft: AbandonedDraft) => setFound((before) => before.filter((other) => other !== draft));
  return {
    undecided:
      first && edit
        ? {
            at: first.at,
            discard: () => {
              dropDraft(first.key);
              decided(first);
            },
            restore: () => {
              const base = editor.read(editor.base);
              // Keep the version that it is based on, so that the save detects what others have saved since.
              if (edit.base.version !== base.version) {
                editor.startFrom(edit.base, editor.read(editor.isDirty) ? editor.read(editor.draft) : edit.base.draft);
              }
              editor.edit(() => ({ ...edit.draft, id: editor.mode === 'edit' ? base.draft.id : edit.draft.id }));
              // Keep it until it is stored under this tab's own key.
              restored.add(first.key);
              stepper.now();
              decided(first);
            },
          }
        : null,
    drop,
  };
}

/** True if it can be read and differs from what the editor shows. */
function isWorthAsking({ value }: AbandonedDraft, editor: Editor): boolean {
  const edit = fromStored(value);
  return edit !== null && !isSameDraft(edit.draft, editor.read(editor.draft));
}
