import { anyone, signedIn } from '../access.ts';
import type { feedbackShapes } from '../shapes/feedback.ts';
import { endpoint } from './endpoint.ts';

/** What people say of the product, and whom they turn to. */
export const feedback = {
  /** Keeps it, and mails it to `FEEDBACK_EMAIL` where that is set. */
  send: endpoint<typeof feedbackShapes.send>({ method: 'POST', path: '/feedback', access: signedIn }),
  /** The address of whoever helps the people of this server. */
  getSupport: endpoint<typeof feedbackShapes.getSupport>({ method: 'GET', path: '/support', access: anyone }),
};
