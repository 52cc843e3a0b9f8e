import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { useAtomValue } from 'jotai';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { loadRules } from '../../../../shared/item-form/rules/broken-rules.ts';
import { treeOfDraft } from '../../model/draft.ts';
import { useEditor } from '../../model/editor-context.ts';

type RulesCode = Awaited<ReturnType<typeof loadRules>>;

interface ConditionProblems {
  /** The error of each condition of the field, if it has one. */
  reasons: readonly (string | undefined)[];
  /** What the conditions can use: the fields by their names. */
  names: readonly string[];
}

const none: ConditionProblems = { reasons: [], names: [] };

/** The errors of a field's conditions in the current draft; none until the code that compiles them is loaded. */
export function useConditionProblems(fieldId: string): ConditionProblems {
  const draft = useDeferredValue(useAtomValue(useEditor().draft));
  const [code, setCode] = useState<RulesCode>();
  useEffect(() => {
    // Without it, the save checks the conditions.
    void loadRules().then(
      (loaded) => setCode(loaded),
      () => {},
    );
  }, []);
  return useMemo(() => (code ? problemsOf(code, treeOfDraft(draft), fieldId) : none), [code, draft, fieldId]);
}

function problemsOf(
  { eachRule, conditionReason }: RulesCode,
  tree: readonly TreeNode[],
  fieldId: string,
): ConditionProblems {
  const rules = eachRule(tree, fieldId);
  const nodes = rules[0]?.nodes ?? [];
  return {
    // A condition that is not written yet is reported by the check of the setting.
    reasons: rules.map((rule) => (rule.rule.condition.trim() === '' ? undefined : conditionReason(rule))),
    names: [...namesIn(nodes), ...(nodes === tree ? [] : ['item'])],
  };
}

/** Fields of a group are reached through it, those of rows by a loop. */
const namesIn = (nodes: readonly TreeNode[], start = ''): string[] =>
  nodes.flatMap(({ field: { settings }, children }) => {
    const name = `${start}${settings.name}`;
    return fieldTypeOf(settings.type).holds === 'group' ? namesIn(children, `${name}.`) : [name];
  });
