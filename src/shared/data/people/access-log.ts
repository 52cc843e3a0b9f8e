import { accessLog, type LogEntry } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { queryOptions } from '@tanstack/react-query';
import { completeAnswer } from '../../http/complete-answer.ts';
import { isRefusal } from '../../http/http-error.ts';
import { keepUnder, queryKeys } from '../../http/query-keys.ts';
import type { Request } from '../../services/request.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from '../list-page.ts';
import type { Period } from '../period.ts';

/** A page of an access log, optionally only entries about a member or of a period. */
interface EntriesWanted extends PageWanted {
  person: number | undefined;
  period: Period;
}

/** Changes of members' access to a workspace, newest first. */
export const accessLogQueries = {
  list: (request: Request, workspaceId: number, { person, period, ...page }: EntriesWanted) =>
    queryOptions({
      queryKey: [...queryKeys.workspace.accessLog(workspaceId), { person, ...page, ...period }],
      queryFn: async ({ signal }): Promise<ListPage<LogEntry>> => {
        const query = { ...pageQuery(page), ...period, ...(person === undefined ? {} : { person }) };
        const answer = completeAnswer(
          await request(accessLog.list, { params: { workspaceId }, query }, signal),
          'entries',
        );
        return { rows: answer.entries, nextCursor: answer.next_cursor };
      },
      placeholderData: keepUnder(queryKeys.workspace.accessLog(workspaceId)),
      meta: { title: 'Access log', quiet: (error) => isRefusal(error) || isLostCursor(error) },
    }),
};
