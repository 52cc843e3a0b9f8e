import { useQuery, useQueryClient } from '@tanstack/react-query';
import { itemQueries } from '../../../shared/data/items.ts';
import { errorText } from '../../../shared/http/error-text.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import type { Direction } from './neighbour-state.ts';

interface Item {
  instanceId: number;
  templateId: string;
  id: number;
}

/** The items before and after this one in the default order of the template's list. */
export function useTemplateNeighbours({ instanceId, templateId, id }: Item, isEnabled: boolean) {
  const queries = useQueryClient();
  const { notify } = useServices();
  const query = itemQueries.neighbours(useRequest(), instanceId, templateId, id);
  const { data } = useQuery({ ...query, enabled: isEnabled });
  return {
    /** The neighbour's id: `null` if there is none, undefined while that is not known. */
    idBy: (by: Direction): number | null | undefined => data && (data[by] ?? null),
    /** Fetches it; undefined if there is none, or after a failure, which is shown. */
    find: async (by: Direction): Promise<number | undefined> => {
      try {
        return (await queries.fetchQuery(query))[by];
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        notify.error(by === 'next' ? 'Next item' : 'Previous item', errorText(error));
        return undefined;
      }
    },
  };
}
