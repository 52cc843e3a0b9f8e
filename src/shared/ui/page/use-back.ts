import { useLocation } from 'react-router-dom';

/** The URL of the list that a page was opened from, with its state; the plain list if the page was opened directly. */
export function useBack(instanceId: number, templateId: string): string {
  const state = useLocation().state as { back?: unknown } | null;
  return typeof state?.back === 'string' ? state.back : `/instance/${instanceId}/templates/${templateId}/items`;
}
