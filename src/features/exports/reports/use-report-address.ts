import { useSearchParams } from 'react-router-dom';

/**
 * What the URL says about the list of exports: `report` is the open dialog; there is one `before` per page turned, and the
 * last one is shown, so that going back a page needs no history.
 */
export function useReportAddress() {
  const [search, setSearch] = useSearchParams();
  const pages = search.getAll('before').map(Number).filter(isId);
  const reportId = Number(search.get('report'));

  const change = (edit: (next: URLSearchParams) => void) =>
    setSearch((current) => {
      const next = new URLSearchParams(current);
      edit(next);
      return next;
    });
  const turnTo = (list: number[]) =>
    change((next) => {
      next.delete('before');
      for (const before of list) next.append('before', String(before));
    });

  return {
    reportId: isId(reportId) ? reportId : null,
    before: pages.at(-1),
    isFirstPage: pages.length === 0,
    older: (nextBefore: number) => turnTo([...pages, nextBefore]),
    newer: () => turnTo(pages.slice(0, -1)),
    searchOf: (id: number) => {
      const next = new URLSearchParams(search);
      next.set('report', String(id));
      return `?${next}`;
    },
    close: () => change((next) => next.delete('report')),
  };
}

const isId = (value: number) => Number.isSafeInteger(value) && value > 0;
