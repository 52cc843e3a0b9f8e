import { readUtf8 } from '@quartermaster/contract/utf8-text.ts';
import type { ProviderEvent } from './payment-provider.ts';

/** The fields of a webhook that are read: the type of the event and its object. */
interface Webhook {
  event_id?: unknown;
  event_type?: unknown;
  data?: { id?: unknown };
}

/** Reads a signed webhook; `undefined` if it is not an event. */
export function readWebhookEvent(body: Buffer): ProviderEvent | undefined {
  let webhook: Webhook | null;
  try {
    webhook = JSON.parse(readUtf8(body)) as Webhook | null;
  } catch {
    return undefined;
  }
  const { event_id: id, event_type: type, data } = webhook ?? {};
  if (typeof id !== 'string' || id === '' || id.length > 128 || typeof type !== 'string') return undefined;
  const isAboutSubscription = type.startsWith('subscription.') && typeof data?.id === 'string';
  return { id, subscriptionId: isAboutSubscription ? String(data.id) : undefined };
}
