import { array, boolean, object, string } from 'yup';
import { type FailureMode, type WebhookEvent, webhookEventNames } from '../webhook-events.ts';
import { webAddress } from './web-address.ts';

/** The form of a webhook. */
export const webhookRule = object({
  url: webAddress,
  events: array(string<WebhookEvent>().oneOf(webhookEventNames).defined())
    .required()
    .when('before_saves', ([mode], rule) => (mode ? rule : rule.min(1, 'Choose at least one event'))),
  // An input for one of several choices has no null.
  before_saves: string<FailureMode>()
    .transform((mode) => mode || null)
    .oneOf(['open', 'closed'])
    .nullable()
    .default(null),
  is_active: boolean().required(),
});
