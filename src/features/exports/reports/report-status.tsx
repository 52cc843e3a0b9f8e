import { Badge } from '@mantine/core';
import type { ReportHeader } from '@quartermaster/contract/endpoints/reports.ts';
import { percentOf } from '../../../shared/data/reports.ts';

const colors = { running: 'indigo', completed: 'green', failed: 'red' };

/** The progress of a running export, `completed`, or how far a failed one got. */
export function ReportStatus({ report }: { report: Pick<ReportHeader, 'total_steps' | 'completed_steps' | 'state'> }) {
  const percent = percentOf(report);
  const texts = { running: `${percent}%`, completed: 'completed', failed: `stopped at ${percent}%` };
  return (
    <Badge variant="light" color={colors[report.state]} tt="none" radius="sm" miw="max-content">
      {texts[report.state]}
    </Badge>
  );
}
