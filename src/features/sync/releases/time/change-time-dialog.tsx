import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import { type FormEvent, useState } from 'react';
import { useInstanceId } from '../../../../shared/access/active-instance.ts';
import { useScheduleRelease } from '../../../../shared/data/sync/releases.ts';
import { DialogForm, FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import { chosenTime, missingInTime, TimeFields, toReleaseTime } from './time-fields.tsx';
import { useTimeErrors } from './use-time-errors.ts';

interface ChangeTimeDialogProps {
  opened: boolean;
  release: Pick<Release, 'id' | 'publish_at' | 'time_zone'>;
  onClose: () => void;
  onClosed: () => void;
}

/** Changes when a release is published; without a time it waits until someone publishes it. */
export const ChangeTimeDialog = ({ opened, release, onClose, onClosed }: ChangeTimeDialogProps) => (
  <FormDialog opened={opened} onClose={onClose} onClosed={onClosed} title="Change time" isSticky>
    <TimeForm release={release} onClose={onClose} />
  </FormDialog>
);

function TimeForm({ release, onClose }: Pick<ChangeTimeDialogProps, 'release' | 'onClose'>) {
  const [time, setTime] = useState(() => chosenTime(release));
  const { mutate, error, isPending } = useScheduleRelease(useInstanceId(), release.id);
  const { errors, rest } = useTimeErrors(error, time);
  const missing = missingInTime(time);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && missing === undefined) mutate(toReleaseTime(time), { onSuccess: onClose });
  };
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitLabel="Save"
      isSubmitting={isPending}
      isReady={missing === undefined}
      notReady={missing}
    >
      <ErrorCallout error={rest} />
      <TimeFields value={time} onChange={setTime} errors={errors} />
    </DialogForm>
  );
}
