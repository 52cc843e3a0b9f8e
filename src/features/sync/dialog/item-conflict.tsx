import type { Decision, ItemDiff, Side, SyncCheck } from '@quartermaster/contract/endpoints/sync.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { type Decisions, decisionOf, fieldsOf } from './decisions.ts';
import { FieldConflicts, firstChoice } from './field-conflicts.tsx';
import { SideChoice, type Take } from './side-choice.tsx';

interface ItemConflictProps {
  item: SyncCheck['conflicts']['sample'][number];
  sides: Record<Side, string>;
  targetId: number | undefined;
  decisions: Decisions;
  onDecide: (decision: Decision) => void;
}

/** An item that was edited in both instances: whose content is kept, as a whole or field by field. */
export function ItemConflict({ item, sides, targetId, decisions, onDecide }: ItemConflictProps) {
  const { template_id, id, name } = item;
  const instanceId = useInstanceId();
  const request = useRequest();
  const queries = useQueryClient();
  const [diff, setDiff] = useState<ItemDiff>();
  const [error, setError] = useState<unknown>(null);
  const byField = fieldsOf(decisions, item);

  const choose = async (take: Take) => {
    setError(null);
    if (take !== 'fields') return onDecide({ template_id, id, take });
    try {
      const found = await queries.fetchQuery(syncChangeQueries.item(request, instanceId, template_id, id));
      setDiff(found);
      onDecide(firstChoice(found));
    } catch (cause) {
      setError(cause);
    }
  };

  return (
    <>
      <SideChoice
        name={name}
        detail={`${template_id} #${id}`}
        sides={sides}
        value={decisionOf(decisions, item)}
        hasFields={targetId !== undefined}
        onChange={(take) => void choose(take)}
      />
      <ErrorCallout error={error} />
      {byField && diff && targetId !== undefined && (
        <FieldConflicts diff={diff} sides={sides} targetId={targetId} decision={byField} onDecide={onDecide} />
      )}
    </>
  );
}
