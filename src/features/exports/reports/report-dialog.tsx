import { Alert, Group, Stack, Text } from '@mantine/core';
import type { Report } from '@quartermaster/contract/endpoints/reports.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { reportQueries } from '../../../shared/data/reports.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { JobProgress } from '../../../shared/ui/change/job-progress.tsx';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { DownloadAll } from './download-all.tsx';
import { ReportSkeleton } from './report-skeleton.tsx';
import { ReportStatus } from './report-status.tsx';
import classes from './report-step-row.module.css';
import { ReportStepRow } from './report-step-row.tsx';

interface ReportDialogProps {
  /** The report to show; `null` while the dialog is closed. */
  reportId: number | null;
  onClose: () => void;
}

/** One export: the progress of each template, and its file once it is available. */
export function ReportDialog({ reportId, onClose }: ReportDialogProps) {
  // Keep showing the last report during the closing transition.
  const [shownId, setShownId] = useState(reportId ?? 0);
  if (reportId !== null && reportId !== shownId) setShownId(reportId);
  const report = useQuery(reportQueries.get(useRequest(), useInstanceId(), shownId));
  return (
    <Dialog opened={reportId !== null} onClose={onClose} title={`Report ${shownId}`} size="lg">
      {report.data ? (
        <ReportData report={report.data.report} />
      ) : (
        <NotLoaded query={report} title="The report could not be loaded">
          <ReportSkeleton />
        </NotLoaded>
      )}
    </Dialog>
  );
}

function ReportData({ report }: { report: Report }) {
  const instanceId = useInstanceId();
  const queries = useQueryClient();
  const refetch = () => void queries.invalidateQueries({ queryKey: queryKeys.instance.reports(instanceId) });
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {dateTime(report.created_at)}
        </Text>
        <ReportStatus report={report} />
        {report.state === 'completed' && (
          <Group flex={1} justify="flex-end">
            <DownloadAll report={report} />
          </Group>
        )}
      </Group>
      {report.error !== null && (
        <Alert color="red" variant="light" role="alert">
          {report.error}
        </Alert>
      )}
      {report.state !== 'completed' && (
        <JobProgress
          instanceId={instanceId}
          address={{ kind: 'export', id: report.id }}
          {...(report.state === 'running' && { onEnd: refetch })}
        >
          Games read the last completed export until then.
        </JobProgress>
      )}
      <ul className={classes.list}>
        {report.steps.map((step) => (
          <ReportStepRow key={step.id} step={step} path={report.path} />
        ))}
      </ul>
    </Stack>
  );
}
