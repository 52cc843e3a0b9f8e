import type { Static } from 'typebox';
import { hasRole } from '../../access.ts';
import type * as shapes from '../../shapes/people/access-log.ts';
import { endpoint } from '../endpoint.ts';

/** A change of who may do what. */
export type LogEntry = Static<typeof shapes.LogEntry>;
/** What an entry tells beside who, whom and when. */
export type LogDetails = Static<typeof shapes.LogDetails>;

/** Who has changed whose access to what, and when. */
export const accessLog = {
  /** The newest first; `person` leaves what somebody did or had done to them, `before` is the `next_before` of the page before. */
  list: endpoint<typeof shapes.accessLogShapes.list>({
    method: 'GET',
    path: '/workspaces/:workspaceId/access-log',
    access: hasRole('workspace', 'owner', 'admin'),
  }),
};
