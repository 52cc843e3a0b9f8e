import { useStore } from 'jotai';
import { useMemo } from 'react';
import type { DraftEditor } from '../../drafts/use-stored-draft.ts';
import type { Shaped, TreeEditor } from './tree-editor.ts';

interface VersionedBase<Draft> {
  draft: Draft;
  /** The version number of the saved tree. */
  version: string | number;
}

/** How drafts of a kind of tree are stored, read and compared. Must stay the same while the tree is open. */
interface DraftFormat<Draft, Base> {
  toStored: (base: Base, draft: Draft) => unknown;
  /** Returns `null` for an invalid draft, e.g. one written by an earlier version in another format. */
  fromStored: (value: unknown) => { base: Base; draft: Draft } | null;
  isSame: (a: Draft, b: Draft) => boolean;
  /** Which part of a restored draft is applied, if not all of it. */
  adopt?: (draft: Draft) => Draft;
}

/** An edited tree as an editor whose draft is stored. */
export function useDraftEditor<Draft extends Shaped, Base extends VersionedBase<Draft>>(
  editor: TreeEditor<Draft, Base>,
  { toStored, fromStored, isSame, adopt }: DraftFormat<Draft, Base>,
): DraftEditor<{ base: Base; draft: Draft }> {
  const store = useStore();
  return useMemo(
    () => ({
      isDirty: () => editor.read(editor.isDirty),
      read: () => toStored(editor.read(editor.base), editor.read(editor.draft)),
      parse: fromStored,
      differs: ({ draft }) => !isSame(draft, editor.read(editor.draft)),
      restore: ({ base, draft }) => {
        // Its base version stays the same, so that the save detects what others have saved since.
        if (base.version !== editor.read(editor.base).version)
          editor.startFrom(base, editor.read(editor.isDirty) ? editor.read(editor.draft) : base.draft);
        editor.edit(() => adopt?.(draft) ?? draft);
      },
      subscribe: (onChange) => store.sub(editor.draft, onChange),
    }),
    [editor, store, toStored, fromStored, isSame, adopt],
  );
}
