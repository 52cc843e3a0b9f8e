import { type TreeEdit, useTreeEdit } from '../../../shared/tree/edit/use-tree-edit.ts';
import type { Draft } from './draft.ts';
import { useEditor } from './editor-context.ts';

/** Changes the draft of the open template. */
export const useEdit = (): TreeEdit<Draft> => useTreeEdit(useEditor());
