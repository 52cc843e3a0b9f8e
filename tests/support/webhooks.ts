import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import type { WebhookEvent } from '@quartermaster/contract/webhook-events.ts';
import { onTestFinished, vi } from 'vitest';
import type { Deps } from '../../server/core/app/deps.ts';
import { createEgress } from '../../server/core/egress/call-out.ts';
import type { NewEvent } from '../../server/core/events/event.ts';
import { recordEvents } from '../../server/modules/webhooks/record-service.ts';
import { listDue } from '../../server/modules/webhooks/repository.ts';
import { sendDue } from '../../server/modules/webhooks/send-service.ts';
import type { TestServer } from './server.ts';

const owner = { as: 'owner' } as const;

/** An egress that also calls receivers on this machine. */
export const privateEgress = createEgress({ allowsPrivate: true });

/** Lets a server call this machine until the mocks are restored, at the latest at the end of the test. */
export function allowPrivate({ egress }: Pick<Deps, 'egress'>): void {
  const spies = [
    vi.spyOn(egress, 'call').mockImplementation(privateEgress.call),
    vi.spyOn(egress, 'check').mockImplementation(privateEgress.check),
  ];
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
}

/** An event of an instance, by its owner. */
export const exported = (
  { studio }: Pick<TestServer, 'studio'>,
  report_id: number,
  instanceId = studio.dev,
): NewEvent => ({
  kind: 'export.completed',
  instanceId,
  author: { actor: { kind: 'account', accountId: studio.accounts.owner }, origin: 'form' },
  report_id,
});

/** Calls about the webhooks of an instance, and the jobs that send them, which run only when they are called. */
export function webhooksOf(server: TestServer, instanceId = server.studio.dev) {
  const deps: Deps = {
    ...server.app.deps,
    egress: privateEgress,
    // What is left to a later job is left to a later call.
    jobs: { ...server.app.deps.jobs, send: async () => {} },
  };
  const place = (webhookId: number) => ({ params: { instanceId, webhookId } });
  const signal = new AbortController().signal;
  return {
    deps,
    create: (url: string, events: WebhookEvent[] = ['export.completed']): Promise<Output<typeof webhooks.create>> =>
      server.call(webhooks.create, { params: { instanceId }, body: { url, events } }, owner),
    list: async () => (await server.call(webhooks.list, { params: { instanceId } }, owner)).webhooks,
    update: (webhookId: number, body: { url: string; events: WebhookEvent[]; is_active: boolean }) =>
      server.call(webhooks.update, { ...place(webhookId), body }, owner),
    rotate: (webhookId: number, keeps_previous: boolean) =>
      server.call(webhooks.rotateSecret, { ...place(webhookId), body: { keeps_previous } }, owner),
    deliveries: async (webhookId: number) =>
      (await server.call(webhooks.deliveries, { ...place(webhookId), query: {} }, owner)).deliveries,
    delivery: (webhookId: number, deliveryId: number) =>
      server.call(webhooks.delivery, { params: { instanceId, webhookId, deliveryId } }, owner),
    /** Emits events of exports with these ids. */
    emit: async (...ids: number[]) => {
      for (const id of ids) await deps.unit(({ emit }) => emit(exported(server, id, instanceId)));
    },
    record: () => recordEvents(deps, signal),
    send: (webhookId: number) => sendDue(deps, webhookId, signal),
    /** Stores messages for new events, and sends all that are due. */
    run: async () => {
      await recordEvents(deps, signal);
      for (const id of await listDue(deps.database.query, deps.clock.now())) await sendDue(deps, id, signal);
    },
  };
}
