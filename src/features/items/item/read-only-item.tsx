import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import shared from '../../../shared/item-form/item-fields.module.css';
import { ReadOnlyFields } from '../../../shared/item-form/read-only-fields.tsx';
import own from './item-form.module.css';

interface ReadOnlyItemProps {
  label: string;
  nodes: readonly FieldNode[];
  values: ItemValues;
}

/** A read-only item, laid out like the form. */
export function ReadOnlyItem({ label, nodes, values }: ReadOnlyItemProps) {
  return (
    <div className={own.form}>
      <dl className={shared.definitions}>
        <dt className={shared.term}>Label</dt>
        <dd className={shared.value}>{label}</dd>
      </dl>
      <ReadOnlyFields nodes={nodes} values={values} depth={0} />
    </div>
  );
}
