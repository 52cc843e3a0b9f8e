import { Skeleton } from '@mantine/core';
import type { PricePreview } from '@quartermaster/contract/endpoints/billing.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { moneyText } from '../../../shared/billing/money.ts';
import classes from './billing.module.css';
import { Failed } from './failed.tsx';

const rows = [
  ['subtotal', 'Subtotal'],
  ['tax', 'Tax'],
  ['total', 'Total'],
] as const;

interface PriceProps {
  query: Pick<UseQueryResult<PricePreview>, 'error' | 'refetch'>;
  /** The price of the currently requested change, once it is known. */
  preview: PricePreview | undefined;
}

/** What a change costs, or why that could not be loaded. */
export const Price = ({ query: { error, refetch }, preview }: PriceProps) =>
  error ? <Failed error={error} onRetry={() => void refetch()} /> : <PriceTable preview={preview} />;

/** The next payment, and each one after it. Keeps its size while loading. */
function PriceTable({ preview }: { preview: PricePreview | undefined }) {
  return (
    <table className={classes.prices} aria-busy={preview === undefined}>
      <thead>
        <tr>
          <td />
          <th scope="col">Next payment</th>
          <th scope="col">Per month after it</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, label]) => (
          <tr key={key} data-row={key}>
            <th scope="row">{label}</th>
            {(['next', 'recurring'] as const).map((when) => (
              <td key={when}>
                {preview ? moneyText(preview[when][key]) : <Skeleton height={12} width={64} ml="auto" />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
