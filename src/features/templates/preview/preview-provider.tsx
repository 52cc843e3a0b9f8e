import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type ReactNode, useRef, useState } from 'react';
import { checkValueAt, checkValues } from '../../../shared/item-form/check-values.ts';
import { useDraftForm } from '../../../shared/item-form/use-draft-form.ts';
import { fieldKinds, pickValidValues, withNewDefaults } from './pick-valid-values.ts';
import { type Preview, PreviewContext } from './preview-context.ts';

/**
 * Holds the preview values above the tabs. It does not subscribe to the template: the active tab passes in the current
 * fields, so that edits in another tab cost nothing here.
 */
export function PreviewProvider({ children }: { children: ReactNode }) {
  const tree = useRef<readonly TreeNode[]>([]);
  const form = useDraftForm({ values: {} as ItemValues }, ({ values }, path) => {
    const [, ...inner] = path?.split('.') ?? [];
    const wrong = path === undefined ? checkValues(tree.current, values) : checkValueAt(tree.current, values, inner);
    return wrong ? { values: wrong } : {};
  });
  const [preview] = useState((): Preview => {
    const values = () => form.getValues('values') as ItemValues;
    return {
      form: form.fields,
      values,
      fit: (next) => {
        if (next === tree.current) return;
        const before = tree.current;
        tree.current = next;
        form.reset({ values: withNewDefaults(next, pickValidValues(next, values(), fieldKinds(before)), before) });
      },
    };
  });
  return <PreviewContext value={preview}>{children}</PreviewContext>;
}
