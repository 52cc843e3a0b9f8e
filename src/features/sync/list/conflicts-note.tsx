import { Button } from '@mantine/core';
import type { ChangedItem, ChangeList, Side } from '@quartermaster/contract/endpoints/sync.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { asCheck } from '../../../shared/http/checks.ts';
import { DifferenceLine } from '../../../shared/item-diff/difference.tsx';
import { RowPicture } from '../../../shared/links/row-picture.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { IconAlertTriangle } from '../../../shared/ui/icons/alert-triangle.ts';
import { type Decisions, itemDecisionOf, takeText } from '../dialog/decisions.ts';
import classes from '../sync.module.css';
import { useOpenChange } from '../use-open-change.ts';

/** The most items that the note names. */
const named = 3;

interface NamedConflict extends ChangedItem {
  templateId: string;
  template: string;
}

/** The first items that were edited on both sides; `undefined` while they are loading. */
export function useConflicts(amount: number): readonly NamedConflict[] | undefined {
  const query = syncChangeQueries.changes(useRequest(), useInstanceId(), { conflicts: true });
  const { data, isError, isPlaceholderData } = useQuery(asCheck({ ...query, enabled: amount > 0 }));
  if (amount === 0 || isError) return [];
  if (!data || isPlaceholderData) return;
  return data.templates
    .flatMap(({ template_id, name, items }) =>
      items.map((item) => ({ ...item, templateId: template_id, template: name })),
    )
    .slice(0, named);
}

interface ConflictsNoteProps {
  amount: number;
  items: readonly NamedConflict[];
  /** The environments in sentences. */
  sides: Record<Side, string>;
  decisions: Decisions;
  onShow: (kind: 'conflict') => void;
}

/** Names the first conflicts above the list; a button filters the list by conflicts. */
export function ConflictsNote({ amount, items, sides, decisions, onShow }: ConflictsNoteProps) {
  const { opened, addressOf } = useOpenChange();
  return (
    <div className={classes.conflicts}>
      <div className={classes.conflictsHead}>
        <IconAlertTriangle size={16} aria-hidden />
        <strong>{count(amount, 'conflict')}</strong>
        <span className={classes.conflictsText}>Edited in both environments: a sync asks which one to take.</span>
        <Button size="compact-sm" variant="subtle" c="inherit" onClick={() => onShow('conflict')}>
          Show conflicts
        </Button>
      </div>
      {items.length > 0 && (
        <ul className={classes.conflictRows} aria-label="Conflicts">
          {items.map((item) => {
            const { templateId, template, id, name, image, difference, revision } = item;
            const chosen = takeText(itemDecisionOf(decisions, { template_id: templateId, id, revision }), sides);
            return (
              <li key={`${templateId} ${id}`}>
                <RowPicture image={image} label={name} />
                <Link
                  to={addressOf({ templateId, id })}
                  replace
                  aria-current={(opened?.templateId === templateId && opened.id === id) || undefined}
                >
                  {name}
                </Link>
                <span className={classes.conflictPlace}>
                  {template} # {id}
                </span>
                {chosen && <span className={classes.conflictChosen}>{chosen}</span>}
                {difference && <DifferenceLine difference={difference} />}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** How many of the changes are conflicts. */
export const conflictsIn = (list: ChangeList | undefined): number => list?.counts.conflicts ?? 0;
