import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { type Crumb, useServices } from '../../services/services.ts';

/** Sets the page title and breadcrumbs in the browser tab or the host. */
export function usePageTitle(title: string, back?: Crumb): void {
  const { setTitle } = useServices();
  const { pathname } = useLocation();
  const backLabel = back?.label;
  const backTo = back?.to;
  useEffect(() => {
    const here = { label: title, to: pathname };
    const parent = backLabel !== undefined && backTo !== undefined ? [{ label: backLabel, to: backTo }] : [];
    setTitle(title, [...parent, here]);
  }, [setTitle, title, pathname, backLabel, backTo]);
}
