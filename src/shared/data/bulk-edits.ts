import {
  type Action,
  bulkEdits,
  type EditCheck,
  type Selection,
  type StartedEdit,
} from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { Filter } from '@quartermaster/contract/field-types/filters.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '../http/http-error.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';
import { changeSetQueries, failedChangeText, undoAtOnce, useUndoChangeSet } from './change-sets.ts';
import { keyOfAll } from './items.ts';
import { pollEvery } from './jobs.ts';
import { templateQueries } from './templates.ts';
import { untilApplied } from './until-applied.ts';

/** An edit of many items: which ones, and what happens to them. */
export interface ItemsEdit {
  selection: Selection;
  action: Action;
  /** Ids of selected items that are not edited. */
  leave_out?: number[];
}

/** How many items of a check are loaded at a time. */
const itemsPerPage = 25;

/** Checks of edits of many items. */
export const bulkEditQueries = {
  /** The exact number of items that match. */
  count: (
    request: Request,
    instanceId: number,
    templateId: string,
    { filters, search }: { filters: Filter[]; search?: string | undefined },
  ) =>
    queryOptions({
      queryKey: [...queryKeys.instance.items(instanceId), 'count', templateId, filters, search],
      queryFn: async ({ signal }) => {
        const body = { template_id: templateId, filters, ...(search && { search }) };
        return (await request(bulkEdits.count, { params: { instanceId }, body }, signal)).count;
      },
      // Without it, all that match cannot be selected at once, and the page still can.
      meta: { title: 'Items', quiet: true },
    }),
  /** What an edit would do to each item, page by page; changes nothing. */
  check: (request: Request, instanceId: number, edit: ItemsEdit, cursor: string | null) =>
    queryOptions({
      queryKey: [...queryKeys.instance.edits(instanceId), edit, cursor],
      queryFn: ({ signal }): Promise<EditCheck> => {
        const body = { ...edit, limit: itemsPerPage, ...(cursor !== null && { cursor }) };
        return request(bulkEdits.check, { params: { instanceId }, body }, signal);
      },
      // Requested each time the dialog opens, and again for another edit.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      placeholderData: keepUnder(queryKeys.instance.edits(instanceId)),
      // Refusals are answers here; the dialog offers to try again after anything else.
      retry: (failures, error) => !isRefusal(error) && failures < 1,
      meta: { title: 'Check the changes', quiet: true },
    }),
};

interface ApplyEdit extends ItemsEdit {
  fingerprint: string;
  /** The same in a retry after a lost response, so that nothing is applied twice. */
  idempotencyKey: string;
  /** Called once the server has answered, which may be long before a large edit is applied. */
  onStarted: (started: StartedEdit) => void;
}

type Counts = StartedEdit['counts'];

/** The result of an edit: the id of its change set, `null` if nothing changed or it was cancelled. */
interface AppliedEdit {
  id: number | null;
  text: string;
  /** How many items it has changed. */
  count: number;
}

/** Edits many items at once, and succeeds once all are changed. The dialog shows failures itself; the toast has an undo. */
export function useApplyEdit(instanceId: number, textOf: (counts: Counts) => string) {
  const request = useRequest();
  const queries = useQueryClient();
  const undo = useUndoChangeSet(instanceId);
  return useMutation({
    mutationFn: async (variables: ApplyEdit): Promise<AppliedEdit> => {
      const { selection, action, leave_out, fingerprint, idempotencyKey, onStarted } = variables;
      const edit = { selection, action, ...(leave_out && { leave_out }) };
      const body = { ...edit, fingerprint, idempotency_key: idempotencyKey };
      const started = await request(bulkEdits.apply, { params: { instanceId }, body });
      onStarted(started);
      const { id, state } = started;
      const applied = (counts: Counts) => ({
        id,
        text: textOf(counts),
        count: counts.added + counts.updated + counts.removed,
      });
      if (id === null) return { id, text: 'Nothing has changed', count: 0 };
      if (state === 'applied') return applied(started.counts);
      const query = { ...changeSetQueries.get(request, instanceId, id), staleTime: pollEvery / 2 };
      const isWaitedFor = () => queries.isMutating({ predicate: ({ state }) => state.variables === variables }) > 0;
      let { counts } = started;
      const isApplied = await untilApplied(async () => {
        const now = await queries.fetchQuery(query);
        counts = now.counts;
        return { state: now.state, failure: failedChangeText(now) };
      }, isWaitedFor);
      return isApplied ? applied(counts) : { id: null, text: 'Cancelled. Nothing was changed.', count: 0 };
    },
    meta: {
      of: 'editItems',
      success: (answer) => (answer as AppliedEdit).text,
      offer: (answer) => {
        const { id } = answer as AppliedEdit;
        return id === null ? undefined : { label: 'Undo', run: () => undo.mutate(undoAtOnce(id)) };
      },
      done: (answer, variables) => {
        const { id, count } = answer as AppliedEdit;
        const { template_id: templateId } = (variables as ApplyEdit).selection;
        return id === null ? undefined : { type: 'saved', what: 'items', instanceId, templateId, count };
      },
      removes: () => [keyOfAll('get', instanceId)],
      invalidates: [
        queryKeys.instance.items(instanceId),
        queryKeys.instance.changeSets(instanceId),
        queryKeys.instance.history(instanceId, 'list'),
        queryKeys.instance.trash(instanceId),
        templateQueries.list(request, instanceId).queryKey,
      ],
    },
  });
}
