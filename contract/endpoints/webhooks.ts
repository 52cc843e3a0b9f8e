import type { Static } from 'typebox';
import { can } from '../access.ts';
import type * as shapes from '../shapes/webhooks.ts';
import { endpoint } from './endpoint.ts';

export type Webhook = Static<typeof shapes.Webhook>;
export type WebhookDelivery = Static<typeof shapes.Delivery>;
export type WebhookAttempt = Static<typeof shapes.Attempt>;

const mayManage = can('EXPORT', { feature: 'webhooks' });

/**
 * Addresses that are called after events of an instance, or asked before its items are saved, by the Standard Webhooks
 * specification.
 */
export const webhooks = {
  /** The webhooks of an instance, without their secrets. */
  list: endpoint<typeof shapes.webhookShapes.list>({
    method: 'GET',
    path: '/instances/:instanceId/webhooks',
    access: can('EXPORT'),
  }),
  /**
   * Creates a webhook, and returns the secret with which its messages are signed, once. With `before_saves` it is also asked
   * before items are saved, with their content.
   */
  create: endpoint<typeof shapes.webhookShapes.create>({
    method: 'POST',
    path: '/instances/:instanceId/webhooks',
    access: mayManage,
  }),
  /**
   * Changes a webhook; without `before_saves`, that stays. One that is turned off is not called; the messages that were
   * waiting are not sent later.
   */
  update: endpoint<typeof shapes.webhookShapes.update>({
    method: 'POST',
    path: '/instances/:instanceId/webhooks/:webhookId',
    access: mayManage,
  }),
  /** Deletes a webhook and its log. */
  delete: endpoint<typeof shapes.webhookShapes.delete>({
    method: 'DELETE',
    path: '/instances/:instanceId/webhooks/:webhookId',
    access: can('EXPORT'),
  }),
  /** Makes a new secret for a webhook and returns it, once. */
  rotateSecret: endpoint<typeof shapes.webhookShapes.rotateSecret>({
    method: 'POST',
    path: '/instances/:instanceId/webhooks/:webhookId/secret',
    access: mayManage,
  }),
  /** Sends a message of the type `webhook.test`, also if it is turned off. */
  test: endpoint<typeof shapes.webhookShapes.test>({
    method: 'POST',
    path: '/instances/:instanceId/webhooks/:webhookId/test',
    access: mayManage,
  }),
  /** The log of a webhook, newest first. */
  deliveries: endpoint<typeof shapes.webhookShapes.deliveries>({
    method: 'GET',
    path: '/instances/:instanceId/webhooks/:webhookId/deliveries',
    access: can('EXPORT'),
  }),
  /** A message of the log with its attempts. */
  delivery: endpoint<typeof shapes.webhookShapes.delivery>({
    method: 'GET',
    path: '/instances/:instanceId/webhooks/:webhookId/deliveries/:deliveryId',
    access: can('EXPORT'),
  }),
  /** Sends a message of the log once more: the same one, with the same id. Not one that has asked before a save. */
  resend: endpoint<typeof shapes.webhookShapes.resend>({
    method: 'POST',
    path: '/instances/:instanceId/webhooks/:webhookId/deliveries/:deliveryId/resend',
    access: mayManage,
  }),
};
