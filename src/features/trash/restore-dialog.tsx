import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { TrashCheck } from '@quartermaster/contract/endpoints/trash.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { trashQueries } from '../../shared/data/trash.ts';
import { isRefusal } from '../../shared/http/http-error.ts';
import { FieldName } from '../../shared/links/field-name.tsx';
import { useRequest } from '../../shared/services/request.ts';
import { JobProgress } from '../../shared/ui/change/job-progress.tsx';
import { count } from '../../shared/ui/count.ts';
import { DialogForm, FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { Problem } from '../../shared/ui/dialog/problem.tsx';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { useLast } from '../../shared/ui/hooks/use-last.ts';
import { texts } from '../../shared/ui/texts.ts';
import { amountText, type Restored } from './restored.ts';
import classes from './trash.module.css';
import type { Restoring } from './use-restoring.ts';

interface RestoreDialogProps {
  instanceId: number;
  restoring: Restoring;
  onClosed: () => void;
}

/** Asks before content is restored if something of it refusals or comes back only in part, and shows the progress of a job. */
export function RestoreDialog({ instanceId, restoring, onClosed }: RestoreDialogProps) {
  const asked = useLast(restoring.asked);
  return (
    <FormDialog
      opened={restoring.isOpen}
      onClose={restoring.close}
      title="Restore from the trash"
      size="lg"
      isTall
      onClosed={onClosed}
    >
      {asked && <Question instanceId={instanceId} restoring={restoring} asked={asked} />}
    </FormDialog>
  );
}

interface QuestionProps {
  instanceId: number;
  restoring: Restoring;
  asked: Restored;
}

function Question({ instanceId, restoring, asked }: QuestionProps) {
  const { close, run, rematch, notice, running, isOpen, isSubmitting, isRestoring } = restoring;
  const { data, error, refetch, isFetching } = useQuery({
    ...trashQueries.check(useRequest(), instanceId, asked.selection),
    // While it is restored, what was checked disappears from the trash.
    enabled: isOpen && !isSubmitting,
  });
  const failed = useEffectEvent((failure: Error) => {
    if (isOpen) rematch(failure, asked);
  });
  useEffect(() => {
    if (error) failed(error);
  }, [error]);
  if (running) {
    return (
      <Stack gap="md">
        <JobProgress
          instanceId={instanceId}
          address={{ kind: 'change-set', id: running.id ?? 0 }}
          what="Restoring"
          initial={{ ...running.progress, can_cancel: true }}
          cancelLabel="Cancel"
        >
          Nothing is restored until everything is ready. You can close this and go on working; a message appears when it
          is done.
        </JobProgress>
        <Group justify="flex-end">
          <Button data-autofocus onClick={close}>
            Close
          </Button>
        </Group>
      </Stack>
    );
  }
  const check = error ? undefined : data;
  const hasRefusals = check !== undefined && check.refusals.count > 0;
  const hasOthers = check !== undefined && check.items + check.templates > 0;
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        if (check && hasOthers) run(asked, check, hasRefusals);
      }}
      onCancel={close}
      submitLabel={hasRefusals ? 'Restore the others' : `Restore${check ? ` ${amountText(check)}` : ''}`}
      isSubmitting={isSubmitting}
      isReady={hasOthers && !isFetching && (isSubmitting || !isRestoring)}
    >
      <ErrorCallout error={error ?? restoring.error} />
      {notice && (
        <Alert color="amber" variant="light" role="alert">
          {notice}
        </Alert>
      )}
      {error && !isRefusal(error) && (
        <Button variant="default" onClick={() => void refetch()} loading={isFetching}>
          {texts.tryAgain}
        </Button>
      )}
      {!check && !error && (
        <Stack gap="xs" aria-hidden>
          <Skeleton height={20} width="70%" />
          <Skeleton height={120} />
        </Stack>
      )}
      {check && <Checked check={check} />}
    </DialogForm>
  );
}

function Checked({ check }: { check: TrashCheck }) {
  const { refusals, partial, items, templates } = check;
  const hasOthers = items + templates > 0;
  return (
    <>
      {hasOthers && (
        <Text size="sm">
          {amountText(check)} {items + templates === 1 ? 'comes' : 'come'} back with the same{' '}
          {items + templates === 1 ? 'id' : 'ids'}, values and links.
        </Text>
      )}
      {refusals.count > 0 && (
        <Problem
          title={`${count(refusals.count, 'clash', 'clashes')}`}
          lines={refusals.sample.map(({ template_id, id, name, field_id, reason }, index) => ({
            key: `${template_id}/${id}/${field_id}/${index}`,
            text: (
              <>
                <strong>{name}</strong> <span className={classes.id}>{id === null ? template_id : `#${id}`}</span>
                {field_id !== null && (
                  <>
                    {' '}
                    in <FieldName templateId={template_id} fieldId={field_id} />
                  </>
                )}
                : {reason}
              </>
            ),
          }))}
          total={refusals.count}
        >
          {hasOthers
            ? 'Clashing entries stay in the trash.'
            : 'Nothing can be restored until this is resolved. It stays in the trash.'}
        </Problem>
      )}
      {partial.count > 0 && (
        <Problem
          title={`${count(partial.count, 'item comes', 'items come')} back only in part`}
          tone="loss"
          lines={partial.sample.map(({ template_id, id, name, fields }) => ({
            key: `${template_id}/${id}`,
            text: (
              <>
                <strong>{name}</strong> <span className={classes.id}>#{id}</span>: without {fields.join(', ')}
              </>
            ),
          }))}
          total={partial.count}
        >
          The template no longer has these fields. Their values are not restored.
        </Problem>
      )}
    </>
  );
}
