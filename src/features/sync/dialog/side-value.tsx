import { rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { FieldDifference } from '../../../shared/item-diff/compare-rows.ts';
import { Value } from '../../../shared/item-diff/field-list.tsx';
import { ReadOnlyFields } from '../../../shared/item-form/read-only-fields.tsx';

interface SideValueProps {
  node: FieldDifference['node'];
  value: FieldDifference['before'];
  /** The value that it is compared with. */
  other: FieldDifference['before'];
}

/** A field's value on one side of a conflict. */
export const SideValue = ({ node, value, other }: SideValueProps) =>
  node.children.length === 0 ? (
    <Value settings={node.field.settings} value={value} other={other} />
  ) : rowsOf(value ?? undefined).length === 0 ? (
    '0 rows'
  ) : (
    <ReadOnlyFields nodes={[node]} values={{ [node.field.id]: value }} depth={0} />
  );
