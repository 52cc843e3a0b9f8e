import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { buildQueries } from '../../../shared/data/builds.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { useRowFocus } from '../../../shared/table/use-row-focus.ts';
import { useLast } from '../../../shared/ui/hooks/use-last.ts';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import type { BuildAction } from './build-action.ts';
import { BuildTable } from './build-table.tsx';
import { ChannelList } from './channel-list.tsx';
import { DeleteChannelDialog } from './delete-channel-dialog.tsx';
import { FollowDialog } from './follow-dialog.tsx';
import { NameBuildDialog } from './name-build-dialog.tsx';
import { NewChannelDialog } from './new-channel-dialog.tsx';
import { SetChannelDialog } from './set-channel-dialog.tsx';
import { useLatestBuilds } from './use-latest-builds.ts';

/** The builds of the active instance, or the channels that point at them. */
export function BuildsView({ view }: { view: 'builds' | 'channels' }) {
  const instanceId = useInstanceId();
  const channels = useQuery(buildQueries.channels(useRequest(), instanceId));
  const [action, setAction] = useState<BuildAction | null>(null);
  const { page, onClosed } = useRowFocus();
  useLatestBuilds(instanceId);
  // A closing dialog keeps what it shows.
  const last = useLast(action);
  const dialog = { instanceId, opened: action !== null, onClose: () => setAction(null), onClosed };
  return (
    <ListLayout {...page}>
      {view === 'channels' ? (
        <ChannelList instanceId={instanceId} answer={channels} onAction={setAction} />
      ) : (
        <>
          {channels.isError && !channels.data && (
            <NotLoaded query={channels} title="The channels could not be loaded" />
          )}
          <BuildTable channels={channels.data?.channels} onAction={setAction} />
        </>
      )}
      {last?.kind === 'name' && <NameBuildDialog {...dialog} build={last.build} />}
      {last?.kind === 'set' && <SetChannelDialog {...dialog} build={last.build} channel={last.channel} />}
      {last?.kind === 'follow' && <FollowDialog {...dialog} channel={last.channel} />}
      {last?.kind === 'create' && <NewChannelDialog {...dialog} live={last.channel} />}
      {last?.kind === 'delete' && <DeleteChannelDialog {...dialog} channel={last.channel} />}
    </ListLayout>
  );
}
