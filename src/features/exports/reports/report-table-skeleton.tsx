import { Skeleton, Table } from '@mantine/core';
import classes from './report-table.module.css';

/** The columns of the list of exports. */
export const ReportHead = () => (
  <Table.Thead>
    <Table.Tr>
      <Table.Th className={classes.id}>ID</Table.Th>
      <Table.Th className={classes.created}>Created</Table.Th>
      <Table.Th>Status</Table.Th>
    </Table.Tr>
  </Table.Thead>
);

const rows = ['62%', '48%', '74%', '55%', '40%'];

/** The list of exports while it is loading: its columns, and placeholder rows. */
export const ReportTableSkeleton = () => (
  <Table className={classes.table} verticalSpacing={4} aria-hidden>
    <ReportHead />
    <Table.Tbody>
      {rows.map((width) => (
        <Table.Tr key={width}>
          <Table.Td className={classes.id}>
            <Skeleton height={12} />
          </Table.Td>
          <Table.Td>
            <Skeleton height={12} width={width} />
          </Table.Td>
          <Table.Td>
            <Skeleton height={12} width={width} maw={160} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
