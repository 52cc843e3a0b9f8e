import { Checkbox } from '@mantine/core';
import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import { count } from '../../../shared/ui/count.ts';
import { Problem } from '../../../shared/ui/dialog/problem.tsx';

interface EditedSinceProps {
  edited: NonNullable<ChangeSetCheck['edited_since']>;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
}

/** Names what is no longer what was sent for review, or planned, and asks whether to apply it as it is now. */
export const EditedSince = ({ edited, isAccepted, onAccept }: EditedSinceProps) => (
  <>
    <Problem
      tone="conflict"
      title={`${count(edited.count, 'change')} ${edited.count === 1 ? 'is' : 'are'} not what was reviewed`}
      lines={edited.sample.map((name, index) => ({ key: `${index} ${name}`, text: `${name}: edited since` }))}
      total={edited.count}
    />
    <Checkbox
      label="Apply them as they are now"
      checked={isAccepted}
      onChange={(event) => onAccept(event.currentTarget.checked)}
    />
  </>
);
