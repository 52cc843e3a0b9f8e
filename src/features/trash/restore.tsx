import { Text } from '@mantine/core';
import type { Applied } from '@quartermaster/contract/endpoints/door.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ChangeSetForm } from '../../shared/change-set/change-set-form.tsx';
import { useChangeSet } from '../../shared/change-set/use-change-set.ts';
import { useRestore } from '../../shared/data/trash.ts';
import { amountText } from '../../shared/ui/count.ts';
import { FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { isSimple, type Restored } from './restored.ts';
import type { Restoring } from './use-restoring.ts';

interface RestoreProps {
  instanceId: number;
  restoring: Restoring;
  restored: Restored;
  isOpen: boolean;
  hasEnded: boolean;
  onClosed: () => void;
}

const restoredText = (counts: Applied['counts']): string => `${amountText(counts)} restored`;

/** Restores deleted content: at once if nothing prevents it and it takes no time, otherwise after a question in a dialog. */
export function Restore({ instanceId, restoring, restored, isOpen, hasEnded, onClosed }: RestoreProps) {
  const { matching } = restored.selection;
  const run = useChangeSet(
    {
      instanceId,
      door: restores,
      apply: useRestore(instanceId, restoredText, restored.item),
      isOpen: !hasEnded,
      ...(matching && { matching: { count: matching.count, onMatching: restoring.rematch } }),
      onApplied: restoring.restored,
      onClose: restoring.end,
    },
    restored.selection,
  );
  const { checked, error, notice, running, isApplying } = run;
  const isTried = useRef(false);
  const decide = useEffectEvent(() => {
    if (isOpen || isApplying || hasEnded) return;
    if (!checked || error || notice !== undefined || isTried.current || !isSimple(checked)) return restoring.open();
    isTried.current = true;
    run.run();
  });
  useEffect(() => {
    if (checked || error || notice !== undefined) decide();
  }, [checked, error, notice]);
  const { open } = restoring;
  useEffect(() => {
    if (running) open();
  }, [running, open]);
  // A job goes on.
  const close = isApplying ? restoring.hide : restoring.end;
  return (
    <FormDialog opened={isOpen} onClose={close} title="Restore from the trash" size="lg" isTall onClosed={onClosed}>
      <ChangeSetForm
        instanceId={instanceId}
        run={run}
        onClose={close}
        submit="Restore"
        hint=""
        verbs={['comes back', 'come back']}
        refusedVerb="restored"
        namesTemplates
        note={
          <Text size="sm" c="dimmed">
            Ids, values and links stay as they were. What is left out stays in the trash.
          </Text>
        }
      />
    </FormDialog>
  );
}
