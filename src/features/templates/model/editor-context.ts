import { createContext, useContext } from 'react';
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
