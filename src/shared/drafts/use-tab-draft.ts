import { useCallback, useMemo, useRef, useState } from 'react';
import { useServices } from '../services/services.ts';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { createDebouncedAutosave } from './debounced-autosave.ts';
import { dropDraft, dropDraftsOf, expectReturn, ownDraftKey, storeDraft } from './stored-drafts.ts';

/**
 * Deletes the stored draft after a save or when the user leaves without saving. Drafts that the user has not decided about stay, unless
 * what they are drafts of is itself deleted.
 */
export type DiscardStored = (options?: { isDeleted: boolean }) => void;

/** The functions with which an editor's page handles its stored draft. */
export interface StoredDraftControl {
  discard: DiscardStored;
  /** Stores the draft at once, to be restored after a sign-in; resolves to false if the browser does not store it. */
  keep: () => Promise<boolean>;
}

interface EditedDraft {
  isDirty: () => boolean;
  /** The draft with its base, in a serializable format. */
  read: () => unknown;
}

const notKept = 'This browser has no room to store your unsaved changes: a reload would lose them. Save them soon.';

/** Stores the draft of this tab under a key of its own, with a debounce. */
export function useTabDraft(editor: EditedDraft, scope: string) {
  const [key] = useState(() => ownDraftKey(scope));
  /** Keys of restored drafts that are not yet stored under this tab's own key. */
  const [restored] = useState(() => new Set<string>());
  const dropRestored = () => {
    for (const other of restored) dropDraft(other);
    restored.clear();
  };
  const { notify } = useServices();
  const latest = useRef(0);
  const isTold = useRef(false);
  const store = async () => {
    latest.current += 1;
    const call = latest.current;
    const isKept = await storeDraft(key, { at: Date.now(), value: editor.read() });
    if (isKept) dropRestored();
    // A later draft may have taken its place, or a save has made it superfluous.
    else if (call === latest.current && editor.isDirty() && !isTold.current) {
      isTold.current = true;
      notify.info(notKept);
    }
    return isKept;
  };
  const keep = useStableCallback(() => {
    if (editor.isDirty()) {
      void store();
    } else {
      dropDraft(key);
      dropRestored();
    }
  });
  const keepForReturn = useStableCallback(async () => {
    const isKept = await store();
    if (isKept) expectReturn(key);
    return isKept;
  });
  const [autosave] = useState(() => createDebouncedAutosave(keep));
  const discard = useCallback<DiscardStored>(
    ({ isDeleted } = { isDeleted: false }) => {
      autosave.stop();
      if (isDeleted) dropDraftsOf(scope);
      for (const draftKey of [key, ...restored]) dropDraft(draftKey);
    },
    [autosave, scope, key, restored],
  );
  const control = useMemo((): StoredDraftControl => ({ discard, keep: keepForReturn }), [discard, keepForReturn]);
  return { key, restored, autosave, control };
}
