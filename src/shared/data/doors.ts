import type { Checked, Door, Applied as StartedChanges } from '@quartermaster/contract/endpoints/door.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { BeforeAndAfter, ChartedField } from '@quartermaster/contract/endpoints/items.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ChangeName } from '../http/changes.ts';
import { isRefusal } from '../http/http-error.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import type { ToastOffer } from '../http/query-meta.ts';
import { type Request, useRequest } from '../services/request.ts';
import { type Applied, cancelledText, unchangedText, useUndoableChange } from './apply-changes.ts';

/** What changes are about, and the ids of items that are left out. */
export type DoorInput = object & { leave_out?: number[] };

/** How many items of a check are loaded at a time. */
const itemsPerPage = 25;

/** The calls of all doors have the same shapes, apart from what their changes are about. */
type Call<Answer> = (
  request: Request,
  endpoint: Endpoint,
  input: { params: { instanceId: number }; body: object },
  signal?: AbortSignal,
) => Promise<Answer>;

const check: Call<Checked> = (request, endpoint, input, signal) =>
  request(endpoint, input as never, signal) as unknown as Promise<Checked>;

const apply: Call<StartedChanges> = (request, endpoint, input) =>
  request(endpoint, input as never) as unknown as Promise<StartedChanges>;

/** What changes would do to each item, page by page; changes nothing. */
export const checkQuery = (request: Request, instanceId: number, door: Door, input: DoorInput, cursor: string | null) =>
  queryOptions({
    queryKey: [...queryKeys.instance.edits(instanceId), door.check.path, input, cursor],
    queryFn: ({ signal }) => {
      const body = { ...input, limit: itemsPerPage, ...(cursor !== null && { cursor }) };
      return check(request, door.check, { params: { instanceId }, body }, signal);
    },
    // Requested each time the dialog opens, and again for other changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepUnder(queryKeys.instance.edits(instanceId)),
    // Refusals are answers here; the dialog offers to try again after anything else.
    retry: (failures, error) => !isRefusal(error) && failures < 1,
    meta: { title: 'Check the changes', quiet: true },
  });

/** A number field before and after changes. */
export const drawCheck = async (
  request: Request,
  instanceId: number,
  door: Door,
  input: DoorInput,
  chart: ChartedField,
  signal: AbortSignal,
): Promise<BeforeAndAfter | undefined> => {
  const body = { ...input, chart, limit: 1 };
  return (await check(request, door.check, { params: { instanceId }, body }, signal)).chart;
};

interface ApplyChanges {
  input: DoorInput;
  /** That of the check which was shown. */
  fingerprint?: string;
  /** The same in a retry after a lost response, so that nothing is applied twice. */
  idempotencyKey?: string;
  /** Called once the server has answered, which may be long before many items are changed. */
  onStarted?: (started: StartedChanges) => void;
  /** Set if the changes undo others: the toast, and what happens if they are refused. */
  asUndo?: { text: string; offer?: ToastOffer; onRefused: () => void };
}

interface DoorOptions {
  /** Names the change. */
  of: ChangeName;
  /** The toast afterwards. */
  textOf: (counts: StartedChanges['counts']) => string;
  /** What the toast offers before the undo. */
  offerOf?: (changeSetId: number) => ToastOffer;
  /** The only template whose items are changed. */
  templateId?: string;
}

/** Applies changes through a door. The dialog shows failures itself. */
export function useApplyDoor(instanceId: number, door: Door, { of, textOf, offerOf, templateId }: DoorOptions) {
  const request = useRequest();
  return useUndoableChange(instanceId, {
    of,
    apply: async (changes: ApplyChanges, { follow }): Promise<Applied> => {
      const { input, fingerprint, idempotencyKey, onStarted, asUndo } = changes;
      const body = {
        ...input,
        ...(fingerprint !== undefined && { fingerprint }),
        ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
      };
      const started = await apply(request, door.apply, { params: { instanceId }, body });
      onStarted?.(started);
      const { id } = started;
      if (id === null) return { id, text: unchangedText };
      const applied = started.state === 'applied' ? started : await follow(id);
      if (!applied) return { id: null, text: cancelledText };
      const { added, updated, removed, templates } = applied.counts;
      const done = { type: 'saved', what: 'items', instanceId, count: added + updated + removed } as const;
      const offer = asUndo ? asUndo.offer : offerOf?.(id);
      return {
        id,
        text: asUndo?.text ?? textOf(applied.counts),
        done: { ...done, ...(templateId !== undefined && { templateId }) },
        ...(offer && { offers: [offer] }),
        // Changes of templates are undone by hand.
        canUndo: templates === 0 && !asUndo,
      };
    },
    onError: (error, { asUndo }) => {
      if (asUndo && isRefusal(error)) asUndo.onRefused();
    },
  });
}
