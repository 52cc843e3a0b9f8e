import { Button } from '@mantine/core';
import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import type { Difference } from '../../../shared/item-diff/difference-text.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import problem from '../../../shared/ui/dialog/problem.module.css';
import { type Decide, type Decisions, decisionsAbout, isTemplateRemoved, keyOf } from './decisions.ts';
import { ItemConflict } from './item-conflict.tsx';
import { SideChoice } from './side-choice.tsx';
import classes from './sync-dialog.module.css';

interface ConflictListProps {
  check: ChangeSetCheck;
  target: string;
  /** The instance with the target's content, for deciding by field; undefined where that is not possible. */
  targetId: number | undefined;
  sides: Record<Side, string>;
  decisions: Decisions;
  onDecide: Decide;
}

/** How many conflicts are shown until the user expands the list. */
const shownAtFirst = 20;

/** Items that were edited in the target, too, each with the choice of which content to keep. */
export function ConflictList({ check, target, targetId, sides, decisions, onDecide }: ConflictListProps) {
  const [isWhole, setWhole] = useState(false);
  const { conflicts, menu_conflict: hasMenu } = check;
  const differences = useDifferences(targetId !== undefined && conflicts.count > 0);
  const visible = isWhole ? conflicts.sample : conflicts.sample.slice(0, shownAtFirst);
  const rest = conflicts.count - conflicts.sample.length;
  const amount = conflicts.count + (hasMenu ? 1 : 0);
  const title = `${count(amount, 'conflict')}: ${amount === 1 ? 'it was' : 'they were'} edited in ${target}, too`;
  const all = (side: Side) =>
    onDecide((now) => ({
      ...decisionsAbout(check, now),
      items: new Map(),
      others: side,
      ...(hasMenu && { menu: side }),
    }));
  return (
    <section className={problem.problem} data-tone="conflict" aria-label={title}>
      <header className={problem.head}>
        <h3 className={problem.title}>{title}</h3>
        {amount > 1 && (
          <span className={problem.actions}>
            <Button size="compact-xs" variant="default" onClick={() => all('source')}>
              Take all: {sides.source}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => all('target')}>
              Keep all: {sides.target}
            </Button>
          </span>
        )}
      </header>
      <ul className={classes.conflicts}>
        {hasMenu && (
          <li className={classes.conflict}>
            <SideChoice
              name="The navigation"
              sides={sides}
              value={decisions.menu ?? undefined}
              onChange={(take) => {
                if (take !== 'fields') onDecide((now) => ({ ...decisionsAbout(check, now), menu: take }));
              }}
            />
          </li>
        )}
        {visible.map((item) => (
          <li key={`${item.template_id}/${item.id}`} className={classes.conflict}>
            <ItemConflict
              isTemplateRemoved={isTemplateRemoved(check, item)}
              item={item}
              sides={sides}
              targetId={targetId}
              difference={differences.get(keyOf(item))}
              decisions={decisions}
              onDecide={onDecide}
            />
          </li>
        ))}
        {isWhole && rest > 0 && <li>and {numberText(rest)} more, which “Take all” and “Keep all” decide</li>}
      </ul>
      {visible.length < conflicts.sample.length && (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
          {numberText(conflicts.count - visible.length)} more
        </Button>
      )}
    </section>
  );
}

/** What differs in each of the first conflicts as it is now, by {@link keyOf}, from the list of changes. */
function useDifferences(isEnabled: boolean): ReadonlyMap<string, Difference> {
  const query = syncChangeQueries.changes(useRequest(), useInstanceId(), { conflicts: true });
  const { data } = useQuery({ ...query, enabled: isEnabled });
  const listed = data?.templates.flatMap(({ template_id, items }) =>
    items.flatMap((item) => (item.difference ? [[keyOf({ template_id, ...item }), item.difference] as const] : [])),
  );
  return new Map(listed);
}
