import { type ShownRules, shownRulesOf } from '@quartermaster/contract/content/field-visibility.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { createContext, useMemo } from 'react';

/** The fields of the form, and what shows them. */
interface ShownFields {
  tree: readonly TreeNode[];
  rules: ShownRules;
}

/** Provides what shows the fields of the form; `null` if all are always shown. */
export const VisibilityContext = createContext<ShownFields | null>(null);

/** What shows the fields of a template. */
export function useShownFields(tree: readonly TreeNode[]): ShownFields | null {
  return useMemo(() => {
    const rules = shownRulesOf(tree);
    return rules ? { tree, rules } : null;
  }, [tree]);
}
