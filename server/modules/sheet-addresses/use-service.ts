import type { Readable } from 'node:stream';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { sheetAddresses } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { mostCheckedOutcomes } from '@quartermaster/contract/shapes/sheet-addresses.ts';
import { countOutcomes } from '../../content/change-sets/imports/import-row.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Records } from '../../core/http/records.ts';
import { checkOnly, type RowsToCheck, readRowsToCheck } from '../imports/check-only-service.ts';
import type { UploadOptions } from '../imports/upload-service.ts';
import { openSheet } from '../items/export-service.ts';
import type { AddressUse } from './service.ts';

/** The list of an address as CSV. */
export function openList({ database }: Deps, { address, caller }: AddressUse): Promise<Readable> {
  const { fields, ...list } = address.list;
  return openSheet(database, {
    instanceId: caller.instanceId,
    projectId: caller.projectId,
    templateId: address.template_id,
    format: 'csv',
    withoutMark: true,
    items: { list },
    ...(fields && { fields }),
  });
}

/** Reads rows that are sent to an address; throws 422 for a column that the address does not read. */
export const readRows = (
  deps: Deps,
  { address, caller }: AddressUse,
  records: Records<Readonly<Record<string, unknown>>>,
  options: Pick<UploadOptions, 'match' | 'key' | 'ignore_unknown'>,
): Promise<RowsToCheck> => {
  const { template_id: templateId, list } = address;
  return readRowsToCheck(deps, caller, records, { ...options, templateId, fields: list.fields });
};

/** What an import of the rows would do, without values and labels of items. */
export async function checkRows(
  deps: Deps,
  { address }: AddressUse,
  sent: RowsToCheck,
): Promise<Output<typeof sheetAddresses.check>> {
  const rows = await checkOnly(deps, sent, address.list);
  const outcomes = rows
    .slice(0, mostCheckedOutcomes)
    .map(({ line, outcome, refusal }) => ({ line, outcome, reason: refusal?.reason ?? null }));
  return { rows: rows.length, counts: countOutcomes(rows), outcomes };
}
