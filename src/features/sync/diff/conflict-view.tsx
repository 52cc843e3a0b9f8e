import type { Environment } from '@quartermaster/contract/access.ts';
import type { Decision, ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';
import { type ReactNode, useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { compareItem } from '../../../shared/item-diff/item-differences.ts';
import { OldSide } from '../../../shared/item-diff/old-side.tsx';
import { linkedIdsOf } from '../../../shared/links/linked-ids.ts';
import { type Deciding, decide, keyOf } from '../dialog/decisions.ts';
import { byField, firstChoice, withChoice } from '../dialog/first-choice.ts';
import { SideOptions, type Take } from '../dialog/side-choice.tsx';
import { SideValue } from '../dialog/side-value.tsx';
import classes from './conflict.module.css';
import { ConflictField } from './conflict-field.tsx';
import { useFieldEdits } from './use-field-edits.ts';

interface ConflictViewProps {
  diff: ItemDiff;
  sides: Record<Side, Environment>;
  /** The instance of the target. */
  targetId: number;
  /** Undefined where nothing can be decided. */
  deciding: Deciding | undefined;
}

/** What both sides have changed, or may have, by the ids of the fields; `null` is the label. */
export function changedByBoth({ source, target, base, fields, label_changed }: ItemDiff): ReadonlySet<string | null> {
  if (!source || !target) return new Set();
  const isLabelOfOne = base !== null && [source.label, target.label].includes(base.label);
  return new Set([
    ...(label_changed && !isLabelOfOne ? [null] : []),
    ...fields.flatMap(({ field_id, changed_in }) =>
      changed_in === 'both' || changed_in === 'unknown' ? [field_id] : [],
    ),
  ]);
}

/** An item that was edited on both sides: what each has made of it, and the choice of what is synced. */
export function ConflictView({ diff, sides, targetId, deciding }: ConflictViewProps) {
  const { template_id: templateId, id } = diff;
  const { tree, before, base, fields } = useMemo(() => compareItem(diff), [diff]);
  const oldIds = useMemo(() => linkedIdsOf(tree, before), [tree, before]);
  const ofSource = useFieldEdits({ instanceId: useInstanceId(), templateId, id });
  const ofTarget = useFieldEdits({ instanceId: targetId, templateId, id });
  const open = changedByBoth(diff);
  const isOnlyField = open.size === 1 && diff.fields.length + (diff.label_changed ? 1 : 0) === 1;
  const choice = deciding && choiceOf(diff, isOnlyField, deciding);
  const target = sides.target.toLowerCase();
  const drawOld = (content: ReactNode) => (
    <OldSide instanceId={targetId} ids={oldIds}>
      {content}
    </OldSide>
  );
  const common = (fieldId: string | null) => ({
    sides,
    edits: { source: ofSource(fieldId), target: ofTarget(fieldId) },
    chosen: choice?.sideOf(fieldId),
    onChoose: choice && ((side: Side) => choice.choose(fieldId, side)),
  });
  return (
    <>
      {choice && !isOnlyField && (
        <fieldset className={classes.field}>
          <legend className={classes.name}>Which one goes to {target}?</legend>
          <SideOptions
            sides={{ source: sides.source.toLowerCase(), target }}
            value={choice.take}
            hasFields={diff.change === 'updated'}
            onChange={choice.takeWhole}
          />
        </fieldset>
      )}
      {open.has(null) && (
        <ConflictField
          {...common(null)}
          name="Label"
          values={{ source: diff.source?.label, target: diff.target?.label }}
          base={diff.base?.label}
        />
      )}
      {fields.flatMap(({ node, path, before: old, after: now }) => {
        const { id: fieldId, settings } = node.field;
        if (!open.has(fieldId)) return [];
        return (
          <ConflictField
            key={fieldId}
            {...common(fieldId)}
            name={[...path, settings.label || settings.name].join(' › ')}
            values={{
              source: <SideValue node={node} value={now} other={old} />,
              target: drawOld(<SideValue node={node} value={old} other={now} />),
            }}
            base={base && drawOld(<SideValue node={node} value={base[fieldId] ?? null} other={now} />)}
          />
        );
      })}
      {choice && (
        <p className={classes.hint}>
          {choice.take === undefined
            ? `Choose here, or when you sync. Until then, ${target} stays as it is.`
            : `Chosen for the next sync. Until then, ${target} stays as it is.`}
        </p>
      )}
    </>
  );
}

/** What is decided for an item; of one in which a single field differs, its side is the choice for the item. */
function choiceOf(diff: ItemDiff, isOnlyField: boolean, { decisions, onDecide }: Deciding) {
  const { template_id, id, revision } = diff;
  const item = { template_id, id, revision: revision ?? '' };
  const decided = decisions.items.get(keyOf(item));
  const take = decided?.take;
  const store = (decision: Decision) => onDecide((now) => decide(now, item, decision));
  const sideOf = (fieldId: string | null): Side | undefined => {
    if (take !== 'fields') return take;
    return fieldId === null ? decided?.label : decided?.fields?.find(({ field_id }) => field_id === fieldId)?.take;
  };
  return {
    take,
    sideOf,
    takeWhole: (next: Take) => store(next === 'fields' ? firstChoice(diff) : { template_id, id, take: next }),
    choose: (fieldId: string | null, side: Side) =>
      store(isOnlyField ? { template_id, id, take: side } : withChoice(byField(diff, decided, take), fieldId, side)),
  };
}
