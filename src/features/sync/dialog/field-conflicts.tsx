import type { Decision, ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';
import { useMemo } from 'react';
import type { FieldDifference } from '../../../shared/item-diff/compare-rows.ts';
import { compareItem } from '../../../shared/item-diff/item-differences.ts';
import { OldSide } from '../../../shared/item-diff/old-side.tsx';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../../shared/links/linked-ids.ts';
import { ConflictChoices } from '../../../shared/ui/dialog/conflict-choices.tsx';
import type { ConflictDifference, ConflictSide } from '../../../shared/ui/dialog/conflict-difference.ts';
import { withChoice } from './first-choice.ts';
import { SideValue } from './side-value.tsx';

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
  const choose = ({ field }: Difference, side: ConflictSide) =>
    onDecide(withChoice(decision, field ? field.node.field.id : null, side === 'theirs' ? 'target' : 'source'));
  const draw = ({ field }: Difference, side: ConflictSide) => {
    if (!field) return (side === 'theirs' ? diff.target : diff.source)?.label ?? '';
    const { node } = field;
    const [value, other] = side === 'theirs' ? [field.before, field.after] : [field.after, field.before];
    const displayed = <SideValue node={node} value={value} other={other} />;
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
