import type { BrokenRule } from '@quartermaster/contract/conditions/template-rules.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { useEffect, useState } from 'react';
import { createFieldTexts } from '../field-texts.ts';
import { nameOfItemField } from '../form-name.ts';
import type { DraftForm } from '../use-draft-form.ts';
import { brokenRules, hasRules, loadRules } from './broken-rules.ts';
import type { Warnings } from './warnings.ts';

/** The type of an error by a condition. */
export const ruleProblem = 'condition';

/** How long typing pauses before conditions are evaluated, in milliseconds. */
const pause = 150;

/** Shows broken conditions at their fields while values of the form change; returns the warnings. */
export function useLiveRules(
  { getValues, setError, clearErrors, fields }: DraftForm,
  tree: readonly TreeNode[],
): Warnings {
  const [warnings] = useState(createFieldTexts<string>);
  const { events, getFieldState } = fields;
  useEffect(() => {
    if (!hasRules(tree)) return undefined;
    let displayed: ReadonlyMap<string, string> = new Map();
    const show = () => {
      const values = getValues('values') as ItemValues;
      const next = messagesOf(
        tree,
        brokenRules(tree, values, 'error').filter(({ isEvaluated }) => isEvaluated),
      );
      for (const name of displayed.keys())
        if (!next.has(name) && getFieldState(name).error?.type === ruleProblem) clearErrors(name);
      for (const [name, message] of next) {
        const { error } = getFieldState(name);
        // An invalid value is reported first; errors in the rows of a group have no type.
        if (error?.type === undefined || (error.type === ruleProblem && error.message !== message))
          setError(name, { type: ruleProblem, message });
      }
      displayed = next;
      warnings.set(messagesOf(tree, brokenRules(tree, values, 'warning')));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = events.onEdit(() => {
      clearTimeout(timer);
      timer = setTimeout(show, pause);
    });
    let isGone = false;
    // Without the code, the server's answer shows what is broken.
    void loadRules().then(
      () => isGone || show(),
      () => {},
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
    };
  }, [tree, events, getValues, getFieldState, setError, clearErrors, warnings]);
  return warnings;
}

/** The first message at each field, by its name in the form. */
function messagesOf(tree: readonly TreeNode[], broken: readonly BrokenRule[]): Map<string, string> {
  const messages = new Map<string, string>();
  for (const { at, message } of broken) {
    const name = nameOfItemField(at, tree);
    if (name !== undefined && !messages.has(name)) messages.set(name, message);
  }
  return messages;
}
