import type { Door } from '@quartermaster/contract/endpoints/door.ts';
import { type ChartedField, items } from '@quartermaster/contract/endpoints/items.ts';
import type { doorShapes } from '@quartermaster/contract/shapes/doors.ts';
import type { App } from '../../../core/app/deps.ts';
import { route } from '../../../core/app/route.ts';
import { demand } from '../../../core/session/access.ts';
import { applyRequested } from './apply-changes.ts';
import type { ChangeSource } from './change-source.ts';
import { checkChanges, drawChanges } from './check-changes.ts';
import { readChanges } from './read-changes.ts';

type Shapes = ReturnType<typeof doorShapes>;

/**
 * Serves a door: its check and its application, as one change set, with its limits, job, progress and idempotency. Its source
 * says what a request would change.
 */
export function defineDoor<Input extends object>(
  app: App,
  { check, apply }: Door<Shapes['check'], Shapes['apply']>,
  shapes: Shapes,
  source: ChangeSource<Input>,
): void {
  const { deps } = app;

  route(app, check, shapes.check, async ({ caller, body }) => {
    // Its shape has these properties, and those of the source's input.
    const { cursor, limit, chart, ...input } = body as unknown as Input & CheckOptions;
    if (chart) demand(items.chart, caller.grants);
    const changes = await readChanges(deps, caller, source, input as unknown as Input);
    const checked = await checkChanges(deps, changes, { cursor, limit });
    return chart ? { ...checked, chart: await drawChanges(deps.database.query, changes, chart) } : checked;
  });

  route(app, apply, shapes.apply, ({ caller, body }) => applyRequested(deps, caller, source, body as unknown as Input));
}

/** What a check is requested with, besides the input of its source. */
interface CheckOptions {
  cursor?: string;
  limit?: number;
  chart?: ChartedField;
}
