import { translations } from '@quartermaster/contract/endpoints/translations.ts';
import { translationShapes } from '@quartermaster/contract/shapes/translations.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { asAttachment } from '../../core/files/files.ts';
import { raw } from '../../core/http/raw-answer.ts';
import { countTranslations } from './count-service.ts';
import { prepareFile } from './export-service.ts';
import { importTexts } from './import-service.ts';
import { readEntries } from './read-entries.ts';

export const translationRoutes = (app: App): void => {
  const { deps } = app;
  const { database, openStream } = deps;

  route(app, translations.count, translationShapes.count, async ({ caller }) => ({
    languages: await countTranslations(database.query, caller),
  }));

  route(app, translations.download, translationShapes.download, async ({ caller, query, reply }) => {
    const { fileName, contentType, open } = await prepareFile(database, caller, query);
    const stream = await openStream(reply, open);
    reply.header('content-disposition', asAttachment(fileName));
    return raw(reply, stream, contentType);
  });

  route(app, translations.upload, translationShapes.upload, async ({ caller, query, records, inTurn }) => {
    // Before its turn, which a slow upload would hold.
    const entries = await readEntries(records);
    return inTurn(() => importTexts(deps, caller, entries, query));
  });
};
