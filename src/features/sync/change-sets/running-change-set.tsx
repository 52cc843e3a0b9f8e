import { Button } from '@mantine/core';
import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { Can } from '../../../shared/access/can.tsx';
import { useCancelChangeSet } from '../../../shared/data/change-sets.ts';
import { ProgressLine } from '../../../shared/ui/change/progress-line.tsx';

/** The progress of changes that are being applied, and a button that cancels them. */
export function RunningChangeSet({ changeSet: { id, progress, origin } }: { changeSet: ChangeSet }) {
  const cancel = useCancelChangeSet(useInstanceId());
  return (
    <ProgressLine what="Applying the changes" done={progress.done} total={progress.total}>
      {origin !== 'sync' && (
        <Can do={changeSets.cancel}>
          <Button
            size="compact-sm"
            variant="default"
            loading={cancel.isPending || cancel.isSuccess}
            onClick={() => cancel.mutate(id)}
          >
            Cancel
          </Button>
        </Can>
      )}
    </ProgressLine>
  );
}
