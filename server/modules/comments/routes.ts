import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { pageWithHash, paths } from '@quartermaster/contract/paths.ts';
import { commentShapes } from '@quartermaster/contract/shapes/comments.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { answerThread, beginThread, changeComment, noteRead, removeComment, resolveThread } from './comment-service.ts';
import { readMailsMentions, writeMailsMentions } from './mention-repository.ts';
import { readPeople, stopMails } from './mention-service.ts';
import { countThreadsOfItems, readReplies, readThreads } from './read-threads.ts';

export const commentRoutes = (app: App): void => {
  const { deps } = app;

  route(app, comments.list, commentShapes.list, async ({ caller, query: target }) => ({
    threads: await readThreads(deps, caller, target),
  }));

  route(app, comments.listReplies, commentShapes.listReplies, async ({ caller, params, query: { after } }) => ({
    comments: await readReplies(deps, caller, params.commentId, after),
  }));

  route(app, comments.count, commentShapes.count, async ({ caller, body }) => ({
    counts: await countThreadsOfItems(deps, caller, body),
  }));

  route(app, comments.listPeople, commentShapes.listPeople, async ({ caller, query: { search } }) => ({
    people: await readPeople(deps, caller, search),
  }));

  route(app, comments.create, commentShapes.create, ({ caller, body }) => beginThread(deps, caller, body));

  route(app, comments.reply, commentShapes.reply, ({ caller, params, body }) =>
    answerThread(deps, caller, params.commentId, body),
  );

  route(app, comments.edit, commentShapes.edit, ({ caller, params, body }) =>
    changeComment(deps, caller, params.commentId, body),
  );

  route(app, comments.delete, commentShapes.delete, async ({ caller, params }) => {
    await removeComment(deps, caller, params.commentId);
    return done;
  });

  route(app, comments.resolve, commentShapes.resolve, ({ caller, params, body }) =>
    resolveThread(deps, caller, params.commentId, body.resolved),
  );

  route(app, comments.read, commentShapes.read, async ({ caller, params, body }) => {
    await noteRead(deps, caller, params.commentId, body.up_to);
    return done;
  });

  route(app, comments.getMails, commentShapes.getMails, async ({ caller }) => ({
    mentions: await readMailsMentions(deps.database.query, caller.accountId),
  }));

  route(app, comments.setMails, commentShapes.setMails, async ({ caller, body }) => {
    await writeMailsMentions(deps.database.query, caller.accountId, body.mentions);
    return done;
  });

  route(app, comments.openStopMails, commentShapes.openStopMails, async ({ query, reply }) => ({
    raw: reply.redirect(deps.config.publicUrl + pageWithHash(paths.mentionMails, query.key), 303),
  }));

  route(app, comments.stopMails, commentShapes.stopMails, async ({ query }) => {
    await stopMails(deps, query.key);
    return done;
  });
};
