import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type Report, type ReportHeader, reports } from '@quartermaster/contract/endpoints/reports.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { type Mutation, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { isRefusal } from '../http/http-error.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';
import { useServices } from '../services/services.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from './list-page.ts';
import { untilDone, whileMutating } from './until-applied.ts';

/** Completed steps as a whole percentage; an export without steps is complete. */
export const percentOf = ({
  total_steps,
  completed_steps,
}: Pick<ReportHeader, 'total_steps' | 'completed_steps'>): number =>
  total_steps === 0 ? 100 : Math.floor((completed_steps / total_steps) * 100);

/** The number of an export's templates: several steps can have the same one, in different languages. */
const countTemplates = ({ steps }: Pick<Report, 'steps'>) => new Set(steps.map(({ template_id: id }) => id)).size;

const isRunning = (report: Pick<ReportHeader, 'state'> | undefined) => report?.state === 'running';

/** Exports of an instance, newest first. */
export const reportQueries = {
  list: (request: Request, instanceId: number, page: PageWanted) =>
    queryOptions({
      queryKey: [...queryKeys.instance.reports(instanceId), 'list', page],
      queryFn: async ({ signal }): Promise<ListPage<ReportHeader>> => {
        const answer = completeAnswer(
          await request(reports.list, { params: { instanceId }, query: pageQuery(page) }, signal),
          'reports',
        );
        return { rows: answer.reports, nextCursor: answer.next_cursor };
      },
      enabled: instanceId > 0,
      placeholderData: keepUnder(queryKeys.instance.reports(instanceId)),
      meta: {
        title: 'Exported data',
        quiet: (error) => isRefusal(error) || isLostCursor(error),
        isRunning: ({ rows }: ListPage<ReportHeader>) => rows.some(isRunning),
      },
    }),
  changes: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.reports(instanceId), 'changes'],
      queryFn: ({ signal }) => request(reports.changes, { params: { instanceId } }, signal),
      // Refetched each time, as it is about the latest changes.
      staleTime: 0,
      gcTime: 0,
      meta: { title: 'Changes since the last export', quiet: true, isPart: true },
    }),
  /** The last completed export, which is what games read; `null` if there is none. */
  lastCompleted: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.reports(instanceId), 'lastCompleted'],
      queryFn: async ({ signal }) => {
        const query = { completed: true, limit: 1 };
        return (await request(reports.list, { params: { instanceId }, query }, signal)).reports[0] ?? null;
      },
      enabled: instanceId > 0,
      staleTime: 0,
      meta: { title: 'Last export', quiet: true },
    }),
  get: (request: Request, instanceId: number, reportId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.reports(instanceId), 'get', reportId],
      queryFn: ({ signal }) => request(reports.get, { params: { instanceId, reportId } }, signal),
      enabled: reportId > 0,
      meta: { title: 'Report', quiet: isRefusal, isRunning: ({ report }: { report: Report }) => isRunning(report) },
    }),
};

/** Waits for an export, to notify the host of its success; continues after its page is left, and fails silently. */
function useFollowExport(instanceId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (reportId: number): Promise<Report | null> => {
      const query = reportQueries.get(request, instanceId, reportId);
      const signal = whileMutating(queries, { mutationKey: followKey, predicate: isOf(reportId) });
      const answer = await untilDone(queries, query, ({ report }) => !isRunning(report), signal).catch(() => null);
      return answer?.report ?? null;
    },
    mutationKey: followKey,
    meta: {
      of: 'startExport',
      done: (answer) => {
        const report = answer as Report | null;
        if (report?.state !== 'completed') return undefined;
        return { type: 'exported', instanceId, reportId: report.id, templates: countTemplates(report) };
      },
    },
  });
}

const followKey = ['follow-export'];
const isOf = (reportId: number) => (mutation: Mutation) => mutation.state.variables === reportId;

/** Starts an export of the instance. */
export function useStartExport(instanceId: number) {
  const request = useRequest();
  const { ownsDocument } = useServices();
  const { mutate: follow } = useFollowExport(instanceId);
  return useMutation({
    onSuccess: ({ id }) => {
      if (!ownsDocument) follow(id);
    },
    mutationFn: (body: { smallest_game_version?: string | null }) =>
      request(reports.start, { params: { instanceId }, body }),
    meta: {
      of: 'startExport',
      success: 'Export initiated successfully',
      offer: (report) => ({
        label: 'Show the report',
        to: `${paths.exportedData}?report=${(report as Output<typeof reports.start>).id}`,
      }),
      invalidates: [queryKeys.instance.reports(instanceId)],
    },
  });
}
