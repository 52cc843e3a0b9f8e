import { rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { Decision, ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';
import { useMemo } from 'react';
import type { FieldDifference } from '../../../shared/item-diff/compare-rows.ts';
import { Value } from '../../../shared/item-diff/field-list.tsx';
import { compareItem } from '../../../shared/item-diff/item-differences.ts';
import { OldSide } from '../../../shared/item-diff/old-side.tsx';
import { ReadOnlyFields } from '../../../shared/item-form/read-only-fields.tsx';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../../shared/links/linked-ids.ts';
import { ConflictChoices } from '../../../shared/ui/dialog/conflict-choices.tsx';
import type { ConflictDifference, ConflictSide } from '../../../shared/ui/dialog/conflict-difference.ts';

/** A field of the item; `null` is its label. */
interface Difference extends ConflictDifference {
  field: FieldDifference | null;
}

export interface FieldConflictsProps {
  diff: ItemDiff;
  sides: Record<Side, string>;
  /** The instance of the target. */
  targetId: number;
  decision: Decision;
  onDecide: (decision: Decision) => void;
}

/** The initial choice: for each field the side that has changed it, the source if both have. */
export function firstChoice({ template_id, id, fields, label_changed, base, source }: ItemDiff): Decision {
  const isLabelOfTarget = base !== null && base.label === source?.label;
  return {
    template_id,
    id,
    take: 'fields',
    fields: fields.map(({ field_id, changed_in }) => ({
      field_id,
      take: changed_in === 'target' ? 'target' : 'source',
    })),
    ...(label_changed && { label: isLabelOfTarget ? 'target' : 'source' }),
  };
}

/** The fields in which an item differs, each with the choice of which value to keep. */
export function FieldConflicts({ diff, sides, targetId, decision, onDecide }: FieldConflictsProps) {
  const compared = useMemo(() => compareItem(diff), [diff]);
  const { tree, before, after } = compared;
  const ids = useMemo(() => ({ old: linkedIdsOf(tree, before), now: linkedIdsOf(tree, after) }), [tree, before, after]);
  const taken = new Map(decision.fields?.map(({ field_id, take }) => [field_id, take]));
  const differences = [
    ...(diff.label_changed ? [{ id: 'label', field: null, name: 'Label', likely: sideOf(decision.label) }] : []),
    ...compared.fields.map((field): Difference => {
      const { id, settings } = field.node.field;
      const name = [...field.path, settings.label || settings.name].join(' › ');
      return { id: `field ${id}`, field, name, likely: sideOf(taken.get(id)) };
    }),
  ];
  const choose = ({ field }: Difference, side: ConflictSide) => {
    const take = side === 'theirs' ? 'target' : 'source';
    if (!field) return onDecide({ ...decision, label: take });
    const { id } = field.node.field;
    onDecide({
      ...decision,
      fields: decision.fields?.map((one) => (one.field_id === id ? { ...one, take } : one)),
    } as Decision);
  };
  const draw = ({ field }: Difference, side: ConflictSide) => {
    if (!field) return (side === 'theirs' ? diff.target : diff.source)?.label ?? '';
    const { node } = field;
    const [value, other] = side === 'theirs' ? [field.before, field.after] : [field.after, field.before];
    const displayed =
      node.children.length === 0 ? (
        <Value settings={node.field.settings} value={value} other={other} />
      ) : rowsOf(value ?? undefined).length === 0 ? (
        '0 rows'
      ) : (
        <ReadOnlyFields nodes={[node]} values={{ [node.field.id]: value }} depth={0} />
      );
    return side === 'theirs' ? (
      <OldSide instanceId={targetId} ids={ids.old}>
        {displayed}
      </OldSide>
    ) : (
      displayed
    );
  };
  return (
    <LinkLabels ids={ids.now}>
      <ConflictChoices<Difference>
        differences={differences}
        sideOf={({ likely }) => likely}
        onChoose={choose}
        draw={draw}
        names={{ theirs: sides.target, mine: sides.source }}
      />
    </LinkLabels>
  );
}

const sideOf = (take: Side | undefined): ConflictSide => (take === 'target' ? 'theirs' : 'mine');
