import { builds, channels, ownChannel } from '@quartermaster/contract/endpoints/builds.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';

/** What the user may do with builds and channels of the active instance. */
export function useBuildAccess() {
  const creating = useRefusal(channels.create);
  const canSet = useRefusal(channels.setBuild) === null;
  const canSetOwn = useRefusal(ownChannel) === null;
  return {
    /** Why no channel can be created. */
    creating,
    canRename: useRefusal(builds.rename) === null,
    canFollow: useRefusal(channels.follow) === null,
    canDelete: useRefusal(channels.delete) === null,
    canSetLive: canSet,
    /** Only `live` is in every plan. */
    canSetOthers: canSet && canSetOwn,
  };
}
