import { can } from '../access.ts';
import type * as shapes from '../shapes/bootstrap.ts';
import { endpoint } from './endpoint.ts';

/** What a page needs first, in one call. */
export const bootstrap = {
  /**
   * The session and the content of a page of a template in one answer, whose parts are the responses of other calls. For people only, as
   * it has what belongs to an account.
   */
  ofTemplate: endpoint<typeof shapes.bootstrapShapes.ofTemplate>({
    method: 'POST',
    path: '/instances/:instanceId/templates/:templateId/bootstrap',
    access: can('READ', { tokens: [] }),
    safe: true,
  }),
};
