import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useInstanceId } from '../../shared/access/active-instance.ts';

/** The change that is open next to a list: the menu, a template (without an id) or one of its items. */
export interface OpenChange {
  templateId: string | null;
  id: number | null;
}

/** The picture of an open item, if a list has loaded it. */
export const imageIn = (
  templates: readonly { template_id: string; items: readonly { id: number; image?: string | null }[] }[],
  { templateId, id }: OpenChange,
): string | null | undefined =>
  templates.find(({ template_id }) => template_id === templateId)?.items.find((item) => item.id === id)?.image;

/** A change in the URL: `menu`, `template.weapon`, `item.weapon.12`. */
const textOf = ({ templateId, id }: OpenChange): string =>
  templateId === null ? 'menu' : id === null ? `template.${templateId}` : `item.${templateId}.${id}`;

function readText(text: string | null): OpenChange | null {
  const [kind, templateId, id] = text?.split('.') ?? [];
  if (kind === 'menu') return { templateId: null, id: null };
  if (!templateId) return null;
  if (kind === 'template') return { templateId, id: null };
  return kind === 'item' && Number(id) > 0 ? { templateId, id: Number(id) } : null;
}

/** The open change, stored in the URL as `show` together with the instance, as the URL may be sent to other members. */
export function useOpenChange() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const instanceId = useInstanceId();
  const params = new URLSearchParams(search);
  const opened = readText(params.get('show'));
  params.delete('show');
  const rest = params.toString();
  const addressOf = useCallback(
    (change: OpenChange | null) => {
      const next = new URLSearchParams(rest);
      if (change) {
        next.set('instance', String(instanceId));
        next.set('show', textOf(change));
      }
      return next.size > 0 ? `${pathname}?${next}` : pathname;
    },
    [pathname, rest, instanceId],
  );
  return {
    opened,
    addressOf,
    /** Shows another change, or none, instead of the open one. */
    show: (change: OpenChange | null) => void navigate(addressOf(change), { replace: true }),
  };
}
