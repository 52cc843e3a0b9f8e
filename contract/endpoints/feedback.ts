import { anyone, signedIn } from '../access.ts';
import type { feedbackShapes } from '../shapes/feedback.ts';
import { endpoint } from './endpoint.ts';

/** User feedback and the support contact. */
export const feedback = {
  /** Stores the feedback, and emails it to `FEEDBACK_EMAIL` if that is set. */
  send: endpoint<typeof feedbackShapes.send>({ method: 'POST', path: '/feedback', access: signedIn }),
  /** The support address of this server. */
  getSupport: endpoint<typeof feedbackShapes.getSupport>({ method: 'GET', path: '/support', access: anyone }),
};
