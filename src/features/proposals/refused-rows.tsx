import type { ProposedRow } from '@quartermaster/contract/endpoints/proposals.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { placedFields } from '../../shared/checked-rows/placed-fields.ts';
import { refusalText } from '../../shared/checked-rows/refusal-text.ts';
import { proposalQueries } from '../../shared/data/proposals.ts';
import { templateQueries, treeOf } from '../../shared/data/templates.ts';
import { errorDetail } from '../../shared/http/error-detail.ts';
import { errorText } from '../../shared/http/error-text.ts';
import { useRequest } from '../../shared/services/request.ts';
import { BusyButton } from '../../shared/ui/busy-button.tsx';
import { count } from '../../shared/ui/count.ts';
import classes from './proposals.module.css';

/** How many of them are named. */
const namedRows = 10;

/** The rows that a refusal to apply a proposal names. */
export const refusedBy = (error: unknown): ProposedRow[] =>
  ((errorDetail(error, 'rows') ?? []) as ProposedRow[]).filter(({ outcome }) => outcome === 'refused');

interface RefusedRowsProps {
  proposalId: number;
  /** The fingerprint of the check with all rows. */
  fingerprint: string;
  rows: readonly ProposedRow[];
  onLeaveOut: (rows: readonly ProposedRow[]) => void;
}

/** Rows that are refused without others that are left out: why, and a button that leaves them out, too. */
export function RefusedRows({ proposalId, fingerprint, rows, onLeaveOut }: RefusedRowsProps) {
  // The refused rows have another outcome among all rows, by which the page counts what is left out.
  const all = useQuery(proposalQueries.allRows(useRequest(), useInstanceId(), proposalId, fingerprint));
  const lines = new Set(rows.map(({ line }) => line));
  const leaveOut = async () => {
    const { data } = all.data ? all : await all.refetch();
    if (data) onLeaveOut(data.filter(({ line }) => lines.has(line)));
  };
  return (
    <>
      <ul className={classes.refused}>
        {rows.slice(0, namedRows).map((row) => (
          <RefusedRow key={row.line} row={row} />
        ))}
        {rows.length > namedRows && <li>{count(rows.length - namedRows, 'more row')}</li>}
      </ul>
      {all.isError && <p>{errorText(all.error)}</p>}
      <BusyButton size="xs" isBusy={all.isFetching} onClick={() => void leaveOut()}>
        {rows.length === 1 ? 'Leave out this row' : `Leave out these ${count(rows.length, 'row')}`}
      </BusyButton>
    </>
  );
}

function RefusedRow({ row: { template_id, line, label, refusal } }: { row: ProposedRow }) {
  const { data } = useQuery(templateQueries.get(useRequest(), useInstanceId(), template_id));
  const fields = useMemo(() => placedFields(data ? treeOf(data) : []), [data]);
  return (
    <li>
      Row {numberText(line)}
      {label && `, ${label}`}
      {refusal && `: ${refusalText(refusal, fields)}`}
    </li>
  );
}
