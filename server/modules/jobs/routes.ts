import { jobs } from '@quartermaster/contract/endpoints/jobs.ts';
import { jobShapes } from '@quartermaster/contract/shapes/jobs.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { cancelJob, readJob } from './service.ts';

export const jobRoutes = (app: App): void => {
  const { deps } = app;
  route(app, jobs.get, jobShapes.get, async ({ caller, params, query }) => ({
    job: await readJob(deps, caller, params, query.errors),
  }));
  route(app, jobs.cancel, jobShapes.cancel, async ({ caller, params }) => {
    await cancelJob(deps, caller, params);
    return done;
  });
};
