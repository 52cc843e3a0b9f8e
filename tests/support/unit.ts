import type { RunUnit } from '../../server/core/app/unit.ts';
import type { Database, Query } from '../../server/core/database/database.ts';
import { insertEvent } from '../../server/core/events/event-repository.ts';

const refused = () => Promise.reject(new Error('This unit of work can neither send nor post.'));

/** Units of work on a database for which no server runs jobs. */
export const unitWithoutJobs =
  (database: Database): RunUnit =>
  (work) =>
    database.transaction((query) =>
      work({ query, send: refused, post: refused, emit: (event) => insertEvent(query, event) }),
    );

/** The units of a server, each started after the given work. */
export const unitAfter =
  (unit: RunUnit, before: () => Promise<unknown>): RunUnit =>
  (work) =>
    before().then(() => unit(work));

/** The units of a server with another function for statements. */
export const unitWithQuery =
  (unit: RunUnit, change: (query: Query) => Query): RunUnit =>
  (work) =>
    unit((inside) => work({ ...inside, query: change(inside.query) }));
