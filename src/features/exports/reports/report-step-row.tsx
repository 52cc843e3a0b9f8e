import { Button, Progress, Text } from '@mantine/core';
import type { ReportStep } from '@quartermaster/contract/endpoints/reports.ts';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { IconDownload } from '../../../shared/ui/icons/download.ts';
import classes from './report-step-row.module.css';
import { useDownloadFile } from './use-download-file.ts';

/** One file of an export. A running step does not report its progress, so its bar is indeterminate. */
export function ReportStepRow({ step, path }: { step: ReportStep; path: string }) {
  const download = useDownloadFile(useInstanceId());
  const isDone = step.completed_at !== null;
  const isRunning = !isDone && step.started_at !== null;
  const state = isDone ? 'completed' : isRunning ? 'running' : 'waiting';
  const { file } = step;
  const name = step.language === undefined ? step.template_id : `${step.template_id}.${step.language}`;
  return (
    <li className={classes.row}>
      <Text className={classes.name} title={name}>
        {name}
      </Text>
      <Progress
        className={classes.bar ?? ''}
        value={isDone || isRunning ? 100 : 0}
        color={isDone ? 'green' : 'indigo'}
        striped={isRunning}
        animated={isRunning}
        aria-hidden="true"
      />
      <Text size="sm" c="dimmed" className={classes.state}>
        {state}
      </Text>
      <div className={classes.action}>
        {file !== null && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={14} />}
            loading={download.isPending}
            onClick={() => download.mutate({ path, fileName: file })}
            aria-label={`Download ${file}`}
          >
            Download
          </Button>
        )}
      </div>
    </li>
  );
}
