import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { changeSetQueries } from '../../../shared/data/change-sets.ts';
import { DiffPanel, DiffState } from '../../../shared/item-diff/diff-panel.tsx';
import { ItemDiffView } from '../../../shared/item-diff/item-diff.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { ChangeMark } from '../../../shared/ui/change/change-mark.tsx';

interface ChangeSetPanelProps {
  changeSetId: number;
  templateId: string;
  itemId: number;
  onClose: () => void;
}

/** What changes did to an item, next to the list of its items. */
export function ChangeSetPanel({ changeSetId, templateId, itemId, onClose }: ChangeSetPanelProps) {
  const instanceId = useInstanceId();
  const { data, error, refetch } = useQuery(
    changeSetQueries.item(useRequest(), instanceId, changeSetId, templateId, itemId),
  );
  return (
    <DiffPanel
      title={(data?.source ?? data?.target)?.label ?? templateId}
      id={`${templateId} #${itemId}`}
      mark={data && <ChangeMark kind={data.change} />}
      onClose={onClose}
    >
      {data ? (
        <ItemDiffView diff={data} sides={null} targetId={instanceId} isPast />
      ) : (
        <DiffState error={error} retry={() => void refetch()} />
      )}
    </DiffPanel>
  );
}
