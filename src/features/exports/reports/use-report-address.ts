import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The report whose dialog is open, in the URL next to the state of the list. The way back through the list's pages is in the history entry,
 * so opening and closing the dialog keeps its state.
 */
export function useReportAddress() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const reportId = Number(new URLSearchParams(search).get('report'));
  const linkOf = useCallback(
    (id: number | null) => {
      const next = new URLSearchParams(search);
      if (id === null) next.delete('report');
      else next.set('report', String(id));
      return { to: { search: next.size > 0 ? `?${next}` : '' }, state };
    },
    [search, state],
  );
  const { to, ...options } = linkOf(null);
  return {
    reportId: Number.isSafeInteger(reportId) && reportId > 0 ? reportId : null,
    linkOf,
    close: () => void navigate(to, options),
  };
}
