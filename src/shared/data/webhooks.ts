import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type Webhook, type WebhookDelivery, webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import type { FailureMode, WebhookEvent } from '@quartermaster/contract/webhook-events.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from './list-page.ts';
import { untilDone } from './until-applied.ts';

/** How long the result of a test is waited for, in milliseconds: an attempt is ended after 15 seconds. */
const mostWait = 20_000;

const isWaiting = ({ state }: WebhookDelivery): boolean => state === 'waiting';

/** The webhooks of an instance, and their logs. */
export const webhookQueries = {
  /** Oldest first. */
  list: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: queryKeys.instance.webhooks(instanceId, 'list'),
      queryFn: async ({ signal }): Promise<Webhook[]> =>
        (await request(webhooks.list, { params: { instanceId } }, signal)).webhooks,
      enabled: instanceId > 0,
      meta: {
        title: 'Webhooks',
        quiet: true,
        isPart: true,
        isRunning: (all: Webhook[]) => all.some(({ waiting }) => waiting > 0),
      },
    }),
  /** Newest first. */
  log: (request: Request, { instanceId, webhookId }: { instanceId: number; webhookId: number }, page: PageWanted) =>
    queryOptions({
      queryKey: [...queryKeys.instance.webhooks(instanceId, 'log'), webhookId, page],
      queryFn: async ({ signal }): Promise<ListPage<WebhookDelivery>> => {
        const params = { instanceId, webhookId };
        const answer = await request(webhooks.deliveries, { params, query: pageQuery(page) }, signal);
        return { rows: answer.deliveries, nextCursor: answer.next_cursor };
      },
      enabled: instanceId > 0,
      placeholderData: keepUnder([...queryKeys.instance.webhooks(instanceId, 'log'), webhookId]),
      meta: {
        title: 'Log of the webhook',
        quiet: isLostCursor,
        isRunning: ({ rows }: ListPage<WebhookDelivery>) => rows.some(isWaiting),
      },
    }),
  message: (
    request: Request,
    { instanceId, webhookId, deliveryId }: { instanceId: number; webhookId: number; deliveryId: number },
  ) =>
    queryOptions({
      queryKey: [...queryKeys.instance.webhooks(instanceId, 'message'), webhookId, deliveryId],
      queryFn: ({ signal }) => request(webhooks.delivery, { params: { instanceId, webhookId, deliveryId } }, signal),
      staleTime: 0,
      meta: {
        title: 'Message',
        quiet: true,
        isPart: true,
        isRunning: ({ delivery }: SentMessage) => isWaiting(delivery),
      },
    }),
};

interface Settings {
  url: string;
  events: WebhookEvent[];
  before_saves: FailureMode | null;
}

/** Creates a webhook; its answer has the secret. */
export function useCreateWebhook(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Settings) => request(webhooks.create, { params: { instanceId }, body }),
    meta: { of: 'createWebhook', success: 'Webhook created', invalidates: [queryKeys.instance.webhooks(instanceId)] },
  });
}

/** Changes a webhook. */
export function useChangeWebhook(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ webhookId, ...body }: Settings & { webhookId: number; is_active: boolean }) =>
      request(webhooks.update, { params: { instanceId, webhookId }, body }),
    meta: { of: 'changeWebhook', success: 'Webhook changed', invalidates: [queryKeys.instance.webhooks(instanceId)] },
  });
}

/** Deletes a webhook. */
export function useDeleteWebhook(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (webhookId: number) => request(webhooks.delete, { params: { instanceId, webhookId } }),
    meta: { of: 'deleteWebhook', success: 'Webhook deleted', invalidates: [queryKeys.instance.webhooks(instanceId)] },
  });
}

/** Makes a new secret; its answer has it. */
export function useRotateSecret(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ webhookId, keepsPrevious }: { webhookId: number; keepsPrevious: boolean }) =>
      request(webhooks.rotateSecret, {
        params: { instanceId, webhookId },
        body: { keeps_previous: keepsPrevious },
      }),
    meta: { of: 'rotateSecret', success: 'New secret made', invalidates: [queryKeys.instance.webhooks(instanceId)] },
  });
}

/** A message of the log with its attempts. */
type SentMessage = Output<typeof webhooks.delivery>;

/** Sends a test message, and waits for its result as long as the receiver may take to answer. */
export function useTestWebhook(instanceId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (webhookId: number): Promise<SentMessage | undefined> => {
      const params = { instanceId, webhookId };
      const { delivery_id: deliveryId } = await request(webhooks.test, { params, body: {} });
      const query = webhookQueries.message(request, { ...params, deliveryId });
      const signal = AbortSignal.timeout(mostWait);
      const late = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
      const sent = untilDone(queries, query, ({ delivery }) => !isWaiting(delivery), signal);
      // The test is sent even if its result cannot be read.
      return Promise.race([sent.catch(() => undefined), late]);
    },
    meta: {
      of: 'testWebhook',
      success: (answer) =>
        stateOf(answer) === 'delivered'
          ? 'The receiver has taken the test'
          : 'A test is being sent. Its result is in the log.',
      failed: (answer) => (stateOf(answer) === 'failed' ? failureOf(answer as SentMessage) : undefined),
      invalidates: [queryKeys.instance.webhooks(instanceId)],
    },
  });
}

const stateOf = (answer: unknown) => (answer as SentMessage | undefined)?.delivery.state;

function failureOf({ attempts: [last] }: SentMessage): string {
  const reason = last?.error ?? (last?.status ? `The receiver answered with ${last.status}.` : 'It was not sent.');
  return `${reason} Its log has the details.`;
}

/** Sends a message of the log once more. */
export function useResendMessage(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ webhookId, deliveryId }: { webhookId: number; deliveryId: number }) =>
      request(webhooks.resend, { params: { instanceId, webhookId, deliveryId }, body: {} }),
    meta: {
      of: 'resendMessage',
      success: 'The message is being sent again',
      invalidates: [queryKeys.instance.webhooks(instanceId)],
    },
  });
}
