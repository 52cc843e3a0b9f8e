import type { Build, Channel } from '@quartermaster/contract/endpoints/builds.ts';
import { liveChannel } from '@quartermaster/contract/live-channel.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { buildQueries } from '../../../shared/data/builds.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { useNarrow } from '../../../shared/ui/hooks/use-narrow.ts';
import { IconArrowsDiff } from '../../../shared/ui/icons/arrows-diff.ts';
import { IconBroadcast } from '../../../shared/ui/icons/broadcast.ts';
import { IconTag } from '../../../shared/ui/icons/tag.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import type { MenuAction } from '../../../shared/ui/popup/loaded-action-menu.tsx';
import { ExportButton } from '../start/export-button.tsx';
import type { BuildAction } from './build-action.ts';
import { buildColumns } from './build-columns.tsx';
import { comparePath } from './compare/compare-paths.ts';
import { pointedAtOf } from './pointed-at.ts';
import { useBuildAccess } from './use-build-access.ts';

const rowId = ({ id }: Build) => String(id);

interface BuildTableProps {
  /** Undefined until they are loaded. */
  channels: readonly Channel[] | undefined;
  onAction: (action: BuildAction) => void;
}

/** The builds, newest first, with the channels that point at them. */
export function BuildTable({ channels, onAction }: BuildTableProps) {
  const address = useListAddress();
  const page = useQuery(buildQueries.list(useRequest(), useInstanceId(), address.pageQuery));
  const isNarrow = useNarrow(useServices().root);
  const { canRename, canSetLive, canSetOthers } = useBuildAccess();
  const columns = useMemo(() => {
    const actionsOf = (build: Build): MenuAction[] => {
      const set = (channels ?? [])
        .filter(({ name, build: { id } }) => id !== build.id && (name === liveChannel ? canSetLive : canSetOthers))
        .map((channel) => ({
          label: `Make this the ${channel.name} build`,
          Icon: IconBroadcast,
          onClick: () => onAction({ kind: 'set', build, channel }),
        }));
      const name = { label: 'Name this build', Icon: IconTag, onClick: () => onAction({ kind: 'name', build }) };
      const compare = { label: 'Compare', Icon: IconArrowsDiff, to: comparePath(build.id) };
      return canRename ? [...set, compare, name] : [...set, compare];
    };
    return buildColumns({ actionsOf, pointedAt: pointedAtOf(channels ?? []), isNarrow });
  }, [channels, canRename, canSetLive, canSetOthers, isNarrow, onAction]);
  return (
    <ListTable
      label="Builds"
      columns={columns}
      rowId={rowId}
      page={page}
      address={address}
      empty={
        <EmptyState
          title="No builds yet"
          message="Each completed export is a build: files that never change, with a signed list."
          action={<ExportButton isNarrow={false} />}
        />
      }
    />
  );
}
