import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { createContext, useContext } from 'react';
import type { FieldsForm } from '../../../shared/item-form/form-context.ts';

/** The preview values of a template; they survive switching tabs. */
export interface Preview {
  form: FieldsForm;
  values: () => ItemValues;
  /** Applies the current fields; drops values whose field is removed or has another type. */
  fit: (tree: readonly TreeNode[]) => void;
}

export const PreviewContext = createContext<Preview | null>(null);

/** The preview values of the open template. */
export function usePreview(): Preview {
  const preview = useContext(PreviewContext);
  if (!preview) throw new Error('usePreview is called outside of a PreviewProvider');
  return preview;
}
