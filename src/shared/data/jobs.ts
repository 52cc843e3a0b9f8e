import { type Job, type JobKind, jobs } from '@quartermaster/contract/endpoints/jobs.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** A job by what it is about: the id of an export, of a change set, or of a template. */
export interface JobAddress {
  kind: JobKind;
  id: number | string;
}

const paramsOf = (instanceId: number, { kind, id }: JobAddress) => ({ instanceId, kind, id: String(id) });

/** The progress of jobs. */
export const jobQueries = {
  get: (request: Request, instanceId: number, address: JobAddress) =>
    queryOptions({
      queryKey: [...queryKeys.instance.jobs(instanceId), address.kind, String(address.id)],
      queryFn: async ({ signal }) =>
        (await request(jobs.get, { params: paramsOf(instanceId, address), query: {} }, signal)).job,
      // A later job may be about the same template.
      staleTime: 0,
      gcTime: 0,
      meta: { title: 'Progress', quiet: true, isRunning: ({ state }: Job) => state === 'running' },
    }),
};

/** Cancels a running job; nothing is changed then. */
export function useCancelJob(instanceId: number, address: JobAddress) {
  const request = useRequest();
  return useMutation({
    mutationFn: () => request(jobs.cancel, { params: paramsOf(instanceId, address) }),
    meta: { of: 'cancelJob', invalidates: [queryKeys.instance.jobs(instanceId)] },
  });
}
