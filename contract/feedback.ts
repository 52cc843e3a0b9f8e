import { signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import type { feedbackShapes } from './shapes/feedback.ts';

/** What people say of the product. */
export const feedback = {
  /** Keeps it, and mails it to `FEEDBACK_EMAIL` where that is set. */
  send: endpoint<typeof feedbackShapes.send>({ method: 'POST', path: '/feedback', access: signedIn }),
};
