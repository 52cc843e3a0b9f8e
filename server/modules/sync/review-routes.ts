import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { syncReviewShapes } from '@quartermaster/contract/shapes/sync.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import { applyReview, createReview, declineReview, listReviews, readReview } from './review-service.ts';
import { selectionOf } from './selection.ts';

export const syncReviewRoutes = (app: App): void => {
  const { deps } = app;

  route(app, syncReviews.create, syncReviewShapes.create, async ({ caller, body }) => ({
    id: await createReview(deps, caller, selectionOf(body), body.note ?? ''),
  }));

  route(app, syncReviews.list, syncReviewShapes.list, ({ caller, query }) =>
    listReviews(deps, caller.instanceId, query),
  );

  route(app, syncReviews.get, syncReviewShapes.get, ({ caller, params }) =>
    readReview(deps, caller.instanceId, params.reviewId),
  );

  route(app, syncReviews.apply, syncReviewShapes.apply, ({ caller, params, body }) =>
    withLongTimeout(() => applyReview(deps, caller, params.reviewId, body)),
  );

  route(app, syncReviews.decline, syncReviewShapes.decline, async ({ caller, params, body }) => {
    await declineReview(deps, caller, params.reviewId, body.note ?? '');
    return done;
  });
};
