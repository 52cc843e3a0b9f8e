import type { Sync } from '@quartermaster/contract/endpoints/sync.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { syncHistoryQueries } from '../../../shared/data/sync/sync-history.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ChangeMark } from '../../../shared/ui/change/change-mark.tsx';
import { DiffPanel, DiffState } from '../diff/diff-panel.tsx';
import { ItemDiffView } from '../diff/item-diff.tsx';

interface SyncedItemPanelProps {
  sync: Pick<Sync, 'id' | 'source' | 'target'>;
  templateId: string;
  id: number;
  onClose: () => void;
}

/** What a sync did to an item. */
export function SyncedItemPanel({ sync, templateId, id, onClose }: SyncedItemPanelProps) {
  const { data, error, refetch } = useQuery(
    syncHistoryQueries.item(useRequest(), useInstanceId(), sync.id, templateId, id),
  );
  return (
    <DiffPanel
      title={(data?.source ?? data?.target)?.label ?? templateId}
      id={`${templateId} #${id}`}
      mark={data && <ChangeMark kind={data.change} />}
      onClose={onClose}
    >
      {data ? (
        <ItemDiffView diff={data} source={sync.source.env} target={sync.target} isPast />
      ) : (
        <DiffState error={error} retry={() => void refetch()} />
      )}
    </DiffPanel>
  );
}
