import { Badge } from '@mantine/core';
import type { ReportHeader } from '@quartermaster/contract/reports.ts';
import { percentOf } from '../../shared/data/reports.ts';

/** `completed`, or how far an export is. */
export function ReportStatus({ report }: { report: Pick<ReportHeader, 'total_steps' | 'completed_steps'> }) {
  const percent = percentOf(report);
  return (
    <Badge variant="light" color={percent === 100 ? 'green' : 'indigo'} tt="none" radius="sm" ff="inherit">
      {percent === 100 ? 'completed' : `${percent}%`}
    </Badge>
  );
}
