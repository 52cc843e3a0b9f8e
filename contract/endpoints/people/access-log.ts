import type { Static } from 'typebox';
import { hasRole } from '../../access.ts';
import type * as shapes from '../../shapes/people/access-log.ts';
import { endpoint } from '../endpoint.ts';

/** A change of a member's access. */
export type LogEntry = Static<typeof shapes.LogEntry>;
/** The details of an entry besides actor, subject and time. */
export type LogDetails = Static<typeof shapes.LogDetails>;

/** Changes of access: the actor, the subject and the time. */
export const accessLog = {
  /**
   * The changes of access in a workspace, newest first; `person` selects entries with that actor or subject, `from` and
   * `to` a period.
   */
  list: endpoint<typeof shapes.accessLogShapes.list>({
    method: 'GET',
    path: '/workspaces/:workspaceId/access-log',
    access: hasRole('workspace', 'owner', 'admin'),
  }),
};
