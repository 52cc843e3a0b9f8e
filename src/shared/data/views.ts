import { type NewView, type View, type ViewChange, views } from '@quartermaster/contract/endpoints/views.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** The saved views of a template. */
export const viewQueries = {
  /** Those of the project, then the user's private ones. */
  list: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({
      queryKey: queryKeys.instance.views(instanceId, templateId),
      queryFn: async ({ signal }): Promise<View[]> =>
        (await request(views.list, { params: { instanceId, templateId } }, signal)).views,
      meta: { title: 'Views', quiet: true, isPart: true, stored: 'page' },
    }),
};

/** Replaces the views in the cache, so that the list can be shown with one at once, and loads them again. */
function useChangedViews(instanceId: number, templateId: string) {
  const request = useRequest();
  const queries = useQueryClient();
  const { queryKey } = viewQueries.list(request, instanceId, templateId);
  const put = (view: View) =>
    queries.setQueryData(queryKey, (before = []) => {
      const all = before.some(({ id }) => id === view.id) ? before : [...before, view];
      return all.map((other) => {
        if (other.id === view.id) return view;
        return view.is_first ? { ...other, is_first: false } : other;
      });
    });
  // A refused change may be one of a view that was changed or deleted by another member.
  const meta = { invalidates: [queryKey], changesDespiteFailure: true };
  return { request, put, meta };
}

/** Saves a new view. */
export function useCreateView(instanceId: number, templateId: string) {
  const { request, put, meta } = useChangedViews(instanceId, templateId);
  return useMutation({
    mutationFn: (body: NewView) => request(views.create, { params: { instanceId, templateId }, body }),
    onSuccess: put,
    meta: { of: 'createView', success: 'View saved', ...meta },
  });
}

const updates =
  (request: Request, instanceId: number, templateId: string) =>
  ({ id, ...body }: ViewChange & { id: number }): Promise<View> =>
    request(views.update, { params: { instanceId, templateId, viewId: id }, body });

/** Changes the list of a view. */
export function useUpdateView(instanceId: number, templateId: string) {
  const { request, put, meta } = useChangedViews(instanceId, templateId);
  return useMutation({
    mutationFn: updates(request, instanceId, templateId),
    onSuccess: put,
    meta: { of: 'updateView', success: 'View updated', ...meta },
  });
}

/** Changes the name of a view, and for whom it is. */
export function useChangeView(instanceId: number, templateId: string) {
  const { request, put, meta } = useChangedViews(instanceId, templateId);
  return useMutation({
    mutationFn: updates(request, instanceId, templateId),
    onSuccess: put,
    meta: { of: 'changeView', success: 'View saved', ...meta },
  });
}

/** Deletes a view. */
export function useDeleteView(instanceId: number, templateId: string) {
  const { request, meta } = useChangedViews(instanceId, templateId);
  return useMutation({
    mutationFn: (viewId: number) => request(views.delete, { params: { instanceId, templateId, viewId } }),
    meta: { of: 'deleteView', success: 'View deleted', ...meta },
  });
}
