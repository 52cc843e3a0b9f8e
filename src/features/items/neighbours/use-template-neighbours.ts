import { CancelledError, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { itemQueries } from '../../../shared/data/items.ts';
import { errorText } from '../../../shared/http/error-text.ts';
import { HttpError, isUnanswered } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import type { Direction } from './neighbour-state.ts';

interface Item {
  instanceId: number;
  templateId: string;
  id: number;
}

const titles = { previous: 'Previous item', next: 'Next item' } as const;
const atEnd = { previous: 'This is the first item of the template', next: 'This is the last item of the template' };

/** The items before and after this one in the default order of the template's list, loaded once the user is about to go there. */
export function useTemplateNeighbours({ instanceId, templateId, id }: Item, isEnabled: boolean) {
  const request = useRequest();
  const queries = useQueryClient();
  const { notify } = useServices();
  const [asked, setAsked] = useState<readonly Direction[]>([]);
  const queryOf = (by: Direction) => itemQueries.neighbour(request, instanceId, templateId, id, by);
  const isAsked = (by: Direction) => isEnabled && asked.includes(by);
  const previous = useQuery({ ...queryOf('previous'), enabled: isAsked('previous') });
  const next = useQuery({ ...queryOf('next'), enabled: isAsked('next') });
  const known = { previous: previous.data, next: next.data };
  const likely = asked.map((by) => known[by]).filter((other) => typeof other === 'number');
  const prefetch = useEffectEvent((other: number) => {
    void queries.prefetchQuery(itemQueries.get(request, instanceId, templateId, other));
  });
  const latest = likely.at(-1);
  useEffect(() => {
    if (latest !== undefined) prefetch(latest);
  }, [latest]);
  const ask = (by: Direction) => setAsked((before) => (before.includes(by) ? before : [...before, by]));
  return {
    /** The neighbour's id: `null` if there is none, undefined while that is not known. */
    idBy: (by: Direction): number | null | undefined => known[by],
    /** Loads it, and then the item. */
    ask,
    /** Waits for it; undefined if there is none, or after a failure, and either is shown. */
    find: async (by: Direction): Promise<number | undefined> => {
      try {
        const found = await queries.fetchQuery(queryOf(by));
        if (found === null) {
          ask(by);
          notify.info(atEnd[by]);
        }
        return found ?? undefined;
      } catch (error) {
        // The page was left.
        if (error instanceof CancelledError) return undefined;
        if (!(error instanceof HttpError)) throw error;
        const show = isUnanswered(error) ? notify.unanswered : notify.error;
        show(titles[by], errorText(error), error.eventId);
        return undefined;
      }
    },
  };
}
