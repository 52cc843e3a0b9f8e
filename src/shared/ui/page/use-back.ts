import { useLocation } from 'react-router-dom';

/** The list of a template that a page was opened from, as it was left; the plain list where it was opened by its address. */
export function useBack(instanceId: number, templateId: string): string {
  const state = useLocation().state as { back?: unknown } | null;
  return typeof state?.back === 'string' ? state.back : `/instance/${instanceId}/templates/${templateId}/items`;
}
