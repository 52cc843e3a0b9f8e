import { useAtomValue } from 'jotai';
import { selectAtom } from 'jotai/utils';
import { createContext, useContext } from 'react';
import type { Draft } from './draft.ts';
import type { Editor } from './editor.ts';

const Context = createContext<Editor | null>(null);

/** Provides the open template to the parts of the editor. */
export const EditorProvider = Context;

/** The editor of the open template. */
export function useEditor(): Editor {
  const editor = useContext(Context);
  if (!editor) throw new Error('useEditor is called outside of a template editor');
  return editor;
}

/** A part of the draft: other changes do not rerender the component. `select` and `isSame` must be stable functions. */
export function useDraftPart<Part>(
  select: (draft: Draft) => Part,
  isSame?: (before: Part, after: Part) => boolean,
): Part {
  return useAtomValue(selectAtom(useEditor().draft, select, isSame));
}
