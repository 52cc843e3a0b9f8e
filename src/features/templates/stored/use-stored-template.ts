import { useStore } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import {
  type AbandonedDraft,
  abandonedDrafts,
  dropDraft,
  dropDraftsOf,
  holdDraft,
  ownDraftKey,
  storeDraft,
} from '../../../shared/storage/stored-drafts.ts';
import { isSameDraft } from '../model/compare/same-draft.ts';
import type { Editor } from '../model/editor.ts';
import { keepInStep } from './keep-in-step.ts';
import { fromStored, toStored } from './stored-template.ts';

/** An edit that was kept and that nobody has decided about yet. */
export interface UndecidedEdit {
  /** In milliseconds since 1970. */
  at: number;
  restore: () => void;
  discard: () => void;
}

/**
 * Forgets what is kept: after a save, and where somebody leaves without one. What nobody has decided about stays,
 * unless the template itself is gone.
 */
export type DiscardStored = (options?: { isTemplateGone: boolean }) => void;

/**
 * Keeps the draft of an editor in this browser as long as something in it is unsaved, each tab for itself. Tells what was
 * kept before by tabs that are gone, the newest first.
 */
export function useStoredTemplate(
  editor: Editor,
  scope: string,
): { undecided: UndecidedEdit | null; drop: DiscardStored } {
  const store = useStore();
  const [key] = useState(() => ownDraftKey(scope));
  const [found, setFound] = useState<AbandonedDraft[]>([]);
  // Keys of what was restored and is not yet kept as this tab's own.
  const [restored] = useState(() => new Set<string>());
  const [stepper] = useState(() => {
    const dropRestored = () => {
      for (const other of restored) dropDraft(other);
      restored.clear();
    };
    return keepInStep(() => {
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
    const release = holdDraft(key);
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
              // The version that it started from stays with it, so that the save tells what others have saved since.
              if (edit.base.version !== base.version) {
                editor.startFrom(edit.base, editor.read(editor.isDirty) ? editor.read(editor.draft) : edit.base.draft);
              }
              editor.edit(() => ({ ...edit.draft, id: editor.mode === 'edit' ? base.draft.id : edit.draft.id }));
              // It stays until it is this tab's.
              restored.add(first.key);
              stepper.now();
              decided(first);
            },
          }
        : null,
    drop: ({ isTemplateGone } = { isTemplateGone: false }) => {
      stepper.stop();
      if (isTemplateGone) dropDraftsOf(scope);
      for (const own of [key, ...restored]) dropDraft(own);
    },
  };
}

/** It can be read, and is not what the editor shows anyway. */
function isWorthAsking({ value }: AbandonedDraft, editor: Editor): boolean {
  const edit = fromStored(value);
  return edit !== null && !isSameDraft(edit.draft, editor.read(editor.draft));
}
