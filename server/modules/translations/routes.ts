import { translations } from '@quartermaster/contract/endpoints/translations.ts';
import { translationShapes } from '@quartermaster/contract/shapes/translations.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { createTurns } from '../../core/base/turns.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import { asAttachment } from '../../core/files/files.ts';
import { raw } from '../../core/http/raw-answer.ts';
import { countTranslations } from './count-service.ts';
import { prepareFile } from './export-service.ts';
import { importTexts } from './import-service.ts';
import { readEntries } from './read-entries.ts';

export const translationRoutes = (app: App): void => {
  const { deps } = app;
  const { database, openStream } = deps;
  const turns = createTurns({
    atOnce: 2,
    waiting: 10,
    ofOne: 1,
    message: 'Too many imports are running. Please try again in a moment.',
  });

  route(app, translations.count, translationShapes.count, async ({ caller }) => ({
    languages: await countTranslations(database.query, caller),
  }));

  route(app, translations.download, translationShapes.download, async ({ caller, query, reply }) => {
    const { fileName, contentType, open } = await prepareFile(database, caller, query);
    const stream = await openStream(reply, open);
    reply.header('content-disposition', asAttachment(fileName));
    return raw(reply, stream, contentType);
  });

  route(app, translations.upload, translationShapes.upload, async ({ caller, query, records, request }) => {
    // Before its turn, which a slow upload would hold.
    const entries = await readEntries(records);
    return turns(() => withLongTimeout(() => importTexts(deps, caller, entries, query)), {
      key: caller.instanceId,
      signal: request.signal,
    });
  });
};
