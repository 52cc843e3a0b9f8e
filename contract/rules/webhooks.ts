import { array, boolean, object, string } from 'yup';
import { type FailureMode, type WebhookEvent, webhookEventNames } from '../webhook-events.ts';

/** The longest address of a webhook, in characters. */
export const webhookUrlLength = 1000;

/** True for an address with https:// or http://, without a user name and password. */
export const isWebAddress = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

/** The form of a webhook. The server also refuses addresses of private networks. */
export const webhookRule = object({
  url: string()
    .trim()
    .required('Address is a required field')
    .max(webhookUrlLength, `Must be at most ${webhookUrlLength} characters`)
    .test(
      'address',
      'Must be an address that begins with https://, without a user name and password',
      (value) => value === undefined || value === '' || isWebAddress(value),
    ),
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
