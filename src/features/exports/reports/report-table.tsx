import { Anchor, Button, Group, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { reportQueries } from '../../../shared/data/reports.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { ReportStatus } from './report-status.tsx';
import classes from './report-table.module.css';
import { ReportHead, ReportTableSkeleton } from './report-table-skeleton.tsx';
import { useReportAddress } from './use-report-address.ts';

const pageSize = 10;

/** Exports, newest first, ten per page. */
export function ReportTable() {
  const address = useReportAddress();
  const list = useQuery({
    ...reportQueries.list(useRequest(), useInstanceId(), address.before, pageSize),
    placeholderData: keepPreviousData,
  });
  if (!list.data) {
    return (
      <NotLoaded query={list} title="The exports could not be loaded">
        <ReportTableSkeleton />
      </NotLoaded>
    );
  }
  const { reports, next_before } = list.data;
  if (reports.length === 0 && address.isFirstPage) {
    return (
      <EmptyState
        title="No exports yet"
        message="An export turns the items of every template into a JSON file. Start one with the Export button in the header."
      />
    );
  }
  return (
    <>
      <Table className={classes.table} aria-label="Exports" verticalSpacing={4} highlightOnHover>
        <ReportHead />
        <Table.Tbody>
          {reports.map((report) => (
            <Table.Tr key={report.id}>
              <Table.Td className={classes.id}>
                <Anchor component={Link} inherit to={address.searchOf(report.id)} aria-label={`Report ${report.id}`}>
                  {report.id}
                </Anchor>
              </Table.Td>
              <Table.Td>{dateTime(report.created_at)}</Table.Td>
              <Table.Td>
                <ReportStatus report={report} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {(!address.isFirstPage || next_before !== null) && (
        <Group gap="xs" mt="md">
          <Button variant="default" size="compact-sm" disabled={address.isFirstPage} onClick={address.newer}>
            Newer
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={next_before === null}
            onClick={() => next_before !== null && address.older(next_before)}
          >
            Older
          </Button>
        </Group>
      )}
    </>
  );
}
