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

/** A part of the draft: a change of anything else draws nothing here. `select` and `isSame` stay the same functions. */
export function useDraftPart<Part>(
  select: (draft: Draft) => Part,
  isSame?: (before: Part, after: Part) => boolean,
): Part {
  return useAtomValue(selectAtom(useEditor().draft, select, isSame));
}
