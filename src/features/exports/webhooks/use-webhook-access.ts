import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';

/** What the user may do with the webhooks of the active instance. */
export const useWebhookAccess = () => ({
  /** Why none can be created. */
  creating: useRefusal(webhooks.create),
  canChange: useRefusal(webhooks.update) === null,
  canRotate: useRefusal(webhooks.rotateSecret) === null,
  canTest: useRefusal(webhooks.test) === null,
  canResend: useRefusal(webhooks.resend) === null,
  canDelete: useRefusal(webhooks.delete) === null,
});
