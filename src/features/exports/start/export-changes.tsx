import { Skeleton, Text } from '@mantine/core';
import type { TemplateExportChange } from '@quartermaster/contract/endpoints/reports.ts';
import { useQuery } from '@tanstack/react-query';
import { reportQueries } from '../../../shared/data/reports.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import classes from './export-changes.module.css';

/** How many templates are named. */
const named = 5;

/**
 * What has changed since the last completed export, by template. Renders nothing if it cannot be loaded: the export does not depend on it.
 */
export function ExportChanges({ instanceId }: { instanceId: number }) {
  const { data, isPending } = useQuery(reportQueries.changes(useRequest(), instanceId));
  return (
    <div className={classes.changes} aria-busy={isPending}>
      {isPending && (
        <>
          <Skeleton h={14} w="60%" />
          <Skeleton h={14} w="45%" />
        </>
      )}
      {data && <Text size="sm">{headline(data)}</Text>}
      {data && data.templates.length > 0 && (
        <ul className={classes.list}>
          {data.templates.slice(0, named).map((template) => (
            <li key={template.template_id}>
              <strong>{template.label}</strong>: {changeText(template)}
            </li>
          ))}
          {data.templates.length > named && <li>and {count(data.templates.length - named, 'more template')}</li>}
        </ul>
      )}
    </div>
  );
}

function headline({ last, templates }: { last: { created_at: string } | null; templates: readonly unknown[] }): string {
  if (!last) return 'Nothing has been exported yet.';
  const at = dateTime(last.created_at);
  return templates.length > 0
    ? `Changed since the last export (${at}):`
    : `Nothing has changed since the last export (${at}).`;
}

function changeText({ change, items, removed_items }: TemplateExportChange): string {
  if (change === 'removed') return 'template removed';
  return [
    change === 'added' && 'new template',
    change === 'updated' && 'template changed',
    items > 0 && (change === 'added' ? count(items, 'item') : `${count(items, 'item')} changed`),
    removed_items > 0 && `${count(removed_items, 'item')} removed`,
  ]
    .filter(Boolean)
    .join(', ');
}
