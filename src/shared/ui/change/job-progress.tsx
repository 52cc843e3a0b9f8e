import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Job } from '@quartermaster/contract/endpoints/jobs.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { type JobAddress, jobQueries, useCancelJob } from '../../data/jobs.ts';
import { useRequest } from '../../services/request.ts';
import classes from './job-progress.module.css';
import { ProgressLine } from './progress-line.tsx';

interface JobProgressProps {
  instanceId: number;
  address: JobAddress;
  /** The name of the operation; what the job is doing if omitted. */
  what?: string;
  /** The progress until it is loaded, if it is known. */
  initial?: Pick<Job, 'done' | 'total' | 'can_cancel'>;
  cancelLabel?: string;
  /** Explains a failure; nothing if the page does. */
  failureText?: (error: string | null) => string;
  /** Called when the job has ended. */
  onEnd?: () => void;
  /** What the user can do in the meantime. */
  children?: ReactNode | ((doing: string) => ReactNode);
}

/** The progress of a job while it is running, and the rows with errors also afterwards. */
export function JobProgress(props: JobProgressProps) {
  const { instanceId, address, what, initial, cancelLabel = 'Cancel', failureText, onEnd, children } = props;
  const { data: job, isFetching } = useQuery(jobQueries.get(useRequest(), instanceId, address));
  const cancel = useCancelJob(instanceId, address);
  const end = useEffectEvent(() => onEnd?.());
  const hasEnded = job !== undefined && job.state !== 'running' && !isFetching;
  useEffect(() => {
    if (hasEnded) end();
  }, [hasEnded]);

  const current = job ?? initial;
  if (!current) return null;
  if (job && job.state !== 'running') {
    const text = job.state === 'failed' && failureText?.(job.error);
    if (!text && job.errors.length === 0) return null;
    return (
      <Alert color="red" variant="light" role="alert">
        {text}
        <JobErrors job={job} />
      </Alert>
    );
  }
  const doing = job?.doing ?? '';
  const hint = typeof children === 'function' ? children(doing) : children;
  return (
    <Stack gap="xs">
      <ProgressLine what={what ?? doing} done={current.done} total={current.total}>
        {numberText(current.done)} of {numberText(current.total)} {address.kind === 'export' ? 'templates' : 'items'}
      </ProgressLine>
      {job && <JobErrors job={job} />}
      {(hint || current.can_cancel) && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed" flex={1}>
            {hint}
          </Text>
          {current.can_cancel && (
            <Button
              size="compact-sm"
              variant="default"
              loading={cancel.isPending || cancel.isSuccess}
              onClick={() => cancel.mutate()}
            >
              {cancelLabel}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

/** The rows that a job reports errors for; nothing if there are none. */
function JobErrors({ job: { errors, error_count } }: { job: Pick<Job, 'errors' | 'error_count'> }) {
  if (errors.length === 0) return null;
  return (
    <ul className={classes.errors} aria-label="Errors">
      {errors.map(({ row, message }) => (
        <li key={`${row} ${message}`}>
          <strong>{row}</strong> {message}
        </li>
      ))}
      {error_count > errors.length && <li>and {numberText(error_count - errors.length)} more</li>}
    </ul>
  );
}
