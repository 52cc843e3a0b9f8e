import { useStore } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import { dropDraft, type KeptDraft, keepDraft, keptDraft } from '../../../shared/kept-drafts.ts';
import type { Editor } from '../model/editor.ts';
import { isSameDraft } from '../model/same-draft.ts';
import { keepInStep } from './keep-in-step.ts';
import { fromKept, toKept } from './kept-template.ts';

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
export type DropKept = (options?: { isTemplateGone: boolean }) => void;

/**
 * Keeps the draft of an editor in this browser, under a key, as long as something in it is unsaved. Tells what was kept
 * before.
 */
export function useKeptTemplate(editor: Editor, key: string): { undecided: UndecidedEdit | null; drop: DropKept } {
  const store = useStore();
  const [kept, setKept] = useState(() => readable(keptDraft(key), editor));
  const undecided = useRef(kept);
  const [stepper] = useState(() =>
    keepInStep(() => {
      const earlier = undecided.current;
      if (!editor.read(editor.isDirty)) {
        if (earlier) keepDraft(key, earlier);
        else dropDraft(key);
        return;
      }
      const value = toKept(editor.read(editor.base), editor.read(editor.draft));
      keepDraft(key, { at: Date.now(), value, ...(earlier && { earlier: { at: earlier.at, value: earlier.value } }) });
    }),
  );

  useEffect(() => {
    const stopListening = stepper.listen();
    const stopFollowing = store.sub(editor.draft, stepper.changed);
    if (editor.read(editor.isDirty)) stepper.changed();
    return () => {
      stopFollowing();
      stopListening();
    };
  }, [store, editor, stepper]);

  const earlierOf = (decided: KeptDraft) => readable(decided.earlier ?? null, editor);
  const decide = (next: KeptDraft | null) => {
    undecided.current = next;
    setKept(next);
    stepper.now();
  };
  const edit = useMemo(() => kept && fromKept(kept.value), [kept]);
  return {
    undecided: kept &&
      edit && {
        at: kept.at,
        discard: () => decide(earlierOf(kept)),
        restore: () => {
          const earlier = earlierOf(kept);
          const base = editor.read(editor.base);
          // The version that it started from stays with it, so that the save tells what others have saved since.
          if (edit.base.version !== base.version) {
            editor.startFrom(edit.base, editor.read(editor.isDirty) ? editor.read(editor.draft) : edit.base.draft);
          }
          editor.edit(() => ({ ...edit.draft, id: editor.mode === 'edit' ? base.draft.id : edit.draft.id }));
          decide(earlier);
        },
      },
    drop: ({ isTemplateGone } = { isTemplateGone: false }) => {
      stepper.stop();
      if (undecided.current && !isTemplateGone) keepDraft(key, undecided.current);
      else dropDraft(key);
    },
  };
}

/** What is worth asking about: it can be read, and is not what the editor shows anyway. */
function readable(kept: KeptDraft | null, editor: Editor): KeptDraft | null {
  const edit = kept && fromKept(kept.value);
  if (!kept || !edit || typeof kept.at !== 'number') return null;
  return isSameDraft(edit.draft, editor.read(editor.draft)) ? null : kept;
}
