import { useCallback } from 'react';
import { useDialogAddress } from '../use-dialog-address.ts';

/** The report whose dialog is open, in the URL. */
export function useReportAddress() {
  const { open, linkOf, close } = useDialogAddress('report');
  const reportId = Number(open);
  return {
    reportId: Number.isSafeInteger(reportId) && reportId > 0 ? reportId : null,
    linkOf: useCallback((id: number) => linkOf(String(id)), [linkOf]),
    close,
  };
}
