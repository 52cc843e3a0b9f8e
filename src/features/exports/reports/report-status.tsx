import { Badge } from '@mantine/core';
import type { ReportHeader } from '@quartermaster/contract/endpoints/reports.ts';
import { percentOf } from '../../../shared/data/reports.ts';

/** `completed`, the progress of a running export, or how far a failed one got. */
export function ReportStatus({ report }: { report: Pick<ReportHeader, 'total_steps' | 'completed_steps' | 'error'> }) {
  const percent = percentOf(report);
  const isDone = percent === 100;
  const hasStopped = !isDone && report.error !== null;
  return (
    <Badge
      variant="light"
      color={isDone ? 'green' : hasStopped ? 'red' : 'indigo'}
      tt="none"
      radius="sm"
      miw="max-content"
    >
      {isDone ? 'completed' : hasStopped ? `stopped at ${percent}%` : `${percent}%`}
    </Badge>
  );
}
