import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { createContext, useContext } from 'react';
import type { FieldsForm } from '../../../shared/item-form/form-context.ts';

/** What is filled in for a look at a template; its tabs come and go, and this stays. */
export interface Preview {
  form: FieldsForm;
  values: () => ItemValues;
  /** Takes the fields as they are now; values whose field is gone or of another type go. */
  fit: (tree: readonly TreeNode[]) => void;
}

export const PreviewContext = createContext<Preview | null>(null);

/** What is filled in for a look at the template that is open around this part. */
export function usePreview(): Preview {
  const preview = useContext(PreviewContext);
  if (!preview) throw new Error('usePreview is called outside of a PreviewProvider');
  return preview;
}
