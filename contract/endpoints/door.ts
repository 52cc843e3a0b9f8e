import type { Static } from 'typebox';
import type { AccessOf } from '../access.ts';
import type * as shapes from '../shapes/doors.ts';
import { type Endpoint, endpoint, type Shape } from './endpoint.ts';

export type Checked = Static<typeof shapes.Checked>;
export type CheckedItem = Static<typeof shapes.CheckedItem>;
export type CheckedRefusal = NonNullable<CheckedItem['refusal']>;
export type Applied = Static<typeof shapes.Applied>;

/** A feature that changes items as one change set, all of them or none, which `changeSets.undo` undoes. */
export interface Door<Check extends Shape = Shape, Apply extends Shape = Shape> {
  /**
   * Checks what the changes would do to each item, and what prevents them, page by page: 50 items if no `limit` is given, fewer if their
   * values have more than 4 MiB. With `chart`, it also draws a number field of all items of a template before and after them.
   */
  check: Endpoint<Check, AccessOf<'instance'>>;
  /**
   * Applies the changes, up to 1,000 items in the call itself; more by a job: the response is then `running`, and the change set has
   * its progress. 409 `changed` if other items match or they were edited since the check, 422 `invalid` with the check as `details` if
   * an item is refused. A caller that may have to retry after a lost response sends an `idempotency_key`.
   */
  apply: Endpoint<Apply, AccessOf<'instance'>>;
}

/** Declares a door by its name in the path, the access that it needs, and the limit of its bodies. */
export const door = <S extends { check: Shape; apply: Shape }>({
  name,
  ...options
}: {
  name: string;
  access: AccessOf<'instance'>;
  bodyLimit?: number;
}): Door<S['check'], S['apply']> => ({
  check: endpoint<S['check']>({
    method: 'POST',
    path: `/editor/:instanceId/${name}/check`,
    safe: true,
    latest: true,
    turns: 'edits',
    ...options,
  }),
  apply: endpoint<S['apply']>({ method: 'POST', path: `/editor/:instanceId/${name}`, turns: 'edits', ...options }),
});
