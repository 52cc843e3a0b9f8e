import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { useLayoutEffect, useState } from 'react';
import type { Preview } from './preview-context.ts';

/** The fields once the preview values have been fitted to them; undefined before. */
export function useFittedFields(preview: Preview, tree: readonly TreeNode[]): readonly TreeNode[] | undefined {
  const [fitted, setFitted] = useState<readonly TreeNode[]>();
  useLayoutEffect(() => {
    preview.fit(tree);
    setFitted(tree);
  }, [preview, tree]);
  return fitted;
}
