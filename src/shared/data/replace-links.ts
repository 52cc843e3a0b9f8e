import { items } from '@quartermaster/contract/endpoints/items.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useRequest } from '../services/request.ts';
import { type Applied, useUndoableChange } from './apply-changes.ts';

/** Replaces the links to an item by those to another one, or removes them with `null`; the dialog shows failures itself. */
export function useReplaceLinks({ instanceId, ...item }: { instanceId: number; templateId: string; id: number }) {
  const request = useRequest();
  return useUndoableChange(instanceId, {
    of: 'replaceLinks',
    apply: async (by: number | null): Promise<Applied> => {
      const { change_set_id: id, items: changed } = await request(items.replaceLinks, {
        params: { instanceId, ...item },
        body: { by },
      });
      const text = changed === 1 ? '1 item links to it no longer' : `${numberText(changed)} items link to it no longer`;
      return { id, text };
    },
  });
}
