import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { arePatternsProvided, providePatterns } from '@quartermaster/contract/field-types/patterns.ts';
import { useEffect, useReducer } from 'react';
import { fetchCode } from '../http/fetch-code.ts';

// Not late code, which is loaded in any case.
const loadEngine = () => fetchCode(() => import('@quartermaster/contract/patterns/re2-engine.ts'));

const known = new WeakMap<readonly TreeNode[], boolean>();

/** True if a field, or one in rows within them, has a pattern. */
export function havePatterns(nodes: readonly TreeNode[]): boolean {
  let found = known.get(nodes);
  if (found === undefined) {
    found = leavesOf(nodes).some(
      ({ field, children }) => field.settings.pattern !== undefined || havePatterns(children),
    );
    known.set(nodes, found);
  }
  return found;
}

/**
 * Loads the code that compares values with patterns, if they are wanted, and renders again once it is there. Until then, and
 * if it cannot be loaded, every value matches: the server compares them as well.
 */
export function usePatterns(areWanted: boolean): void {
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  useEffect(() => {
    if (!areWanted || arePatternsProvided()) return;
    let isGone = false;
    loadEngine().then(
      ({ re2Engine }) => {
        providePatterns(re2Engine);
        if (!isGone) rerender();
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [areWanted]);
}
