import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type AbandonedDraft, abandonedDrafts, claimDraft, dropDraft, isReturn } from './stored-drafts.ts';
import { type StoredDraftControl, useTabDraft } from './use-tab-draft.ts';

/** An editor whose unsaved changes are stored. `Draft` is a draft read from storage. */
export interface DraftEditor<Draft> {
  isDirty: () => boolean;
  /** The draft with its base, in a serializable format. */
  read: () => unknown;
  /** Reads what `read` returned; `null` if it is invalid, e.g. written by an earlier version in another format. */
  parse: (stored: unknown) => Draft | null;
  /** True if restoring a draft would change something. */
  differs: (draft: Draft) => boolean;
  restore: (draft: Draft) => void;
  /** Calls back after each change, until the returned function is called. */
  subscribe: (onChange: () => void) => () => void;
}

/** A stored draft that the user has neither restored nor discarded yet. */
export interface RecoverableDraft {
  /** In milliseconds since 1970. */
  at: number;
  restore: () => void;
  discard: () => void;
}

/**
 * Stores the draft of an editor in this browser while it has unsaved changes, each tab separately. Returns the newest draft
 * that closed tabs left behind. `isAsking` is true once the page has changes of its own next to that draft: restoring it would
 * replace them, so it has to be decided first. `editor` is memoized.
 */
export function useStoredDraft<Draft>(
  editor: DraftEditor<Draft>,
  scope: string,
): { undecided: RecoverableDraft | null; isAsking: boolean; control: StoredDraftControl } {
  const { key, restored, autosave, control } = useTabDraft(editor, scope);
  const [found, setFound] = useState<AbandonedDraft[]>([]);
  const [isAsking, setAsking] = useState(false);
  const isRestoring = useRef(false);

  const isWorthAsking = useEffectEvent(({ value }: AbandonedDraft) => {
    const draft = editor.parse(value);
    return draft !== null && editor.differs(draft);
  });
  const restoreFound = (one: AbandonedDraft, draft: Draft) => {
    isRestoring.current = true;
    editor.restore(draft);
    isRestoring.current = false;
    // Keep it until it is stored under this tab's own key.
    restored.add(one.key);
    autosave.now();
  };
  const restoreReturn = useEffectEvent((one: AbandonedDraft) => {
    const draft = editor.parse(one.value);
    if (draft !== null) restoreFound(one, draft);
  });
  const askIfDirty = useEffectEvent(() => {
    if (!isRestoring.current && editor.isDirty()) setAsking(true);
  });
  useEffect(() => {
    let isOver = false;
    const release = claimDraft(key);
    void abandonedDrafts(scope).then((drafts) => {
      if (isOver) return;
      const worth = drafts.filter((draft) => draft.key !== key && isWorthAsking(draft));
      const returned = worth.find((draft) => isReturn(draft.key));
      if (returned) restoreReturn(returned);
      const others = worth.filter((draft) => draft !== returned);
      // The same may also be stored by another tab of this page that was closed.
      const offered = returned ? others.filter(isWorthAsking) : others;
      for (const same of others) if (!offered.includes(same)) dropDraft(same.key);
      setFound(offered);
      // Typed before the drafts were loaded.
      if (!returned) askIfDirty();
    });
    const stopListening = autosave.listen();
    return () => {
      isOver = true;
      stopListening();
      release();
    };
  }, [autosave, scope, key]);
  const askIfUndecided = useEffectEvent(() => {
    if (found.length > 0) askIfDirty();
  });
  useEffect(() => {
    // With another base, the same draft may be clean.
    autosave.changed();
    return editor.subscribe(() => {
      autosave.changed();
      askIfUndecided();
    });
  }, [editor, autosave]);

  const [first] = found;
  const draft = useMemo(() => first && editor.parse(first.value), [first, editor]);
  const decided = (one: AbandonedDraft) => setFound((before) => before.filter((other) => other !== one));
  const restoreFirst = () => {
    if (!first || !draft) return;
    restoreFound(first, draft);
    decided(first);
    setAsking(false);
  };
  return {
    undecided:
      first && draft
        ? {
            at: first.at,
            discard: () => {
              dropDraft(first.key);
              decided(first);
            },
            // Otherwise it would silently replace a draft that was restored before it.
            restore: () => (isAsking || !editor.isDirty() ? restoreFirst() : setAsking(true)),
          }
        : null,
    isAsking,
    control,
  };
}
