import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * What an entry's dialog shows, in the URL next to the state of the list. The way back through the list's pages is in the history entry, so
 * opening and closing the dialog keeps its state.
 */
export function useDialogAddress(name: string) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const linkOf = useCallback(
    (value: string | null) => {
      const next = new URLSearchParams(search);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return { to: { search: next.size > 0 ? `?${next}` : '' }, state };
    },
    [name, search, state],
  );
  const { to, ...options } = linkOf(null);
  return {
    open: new URLSearchParams(search).get(name),
    linkOf,
    close: () => void navigate(to, options),
  };
}
