import type { ReportHeader } from '@quartermaster/contract/endpoints/reports.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { reportQueries } from '../../../shared/data/reports.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ExportButton } from '../start/export-button.tsx';
import { reportColumns } from './report-columns.tsx';
import { useReportAddress } from './use-report-address.ts';

const rowId = ({ id }: ReportHeader) => String(id);

/** Exports, newest first. */
export function ReportTable() {
  const address = useListAddress();
  const page = useQuery(reportQueries.list(useRequest(), useInstanceId(), address.pageQuery));
  const { linkOf } = useReportAddress();
  const columns = useMemo(() => reportColumns(linkOf), [linkOf]);
  return (
    <ListTable
      label="Exports"
      columns={columns}
      rowId={rowId}
      page={page}
      address={address}
      empty={
        <EmptyState
          title="No exports yet"
          message="An export turns the items of every template into a JSON file."
          action={<ExportButton isNarrow={false} />}
        />
      }
    />
  );
}
