import { gameTypes } from '@quartermaster/contract/endpoints/game-types.ts';
import { gameClients, gameLanguages } from '@quartermaster/contract/game-languages.ts';
import { gameTypeShapes } from '@quartermaster/contract/shapes/game-types.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { readProjectFile } from '../../core/environment/project-files.ts';
import { asAttachment } from '../../core/files/files.ts';
import { raw } from '../../core/http/raw-answer.ts';
import { writeGameTypes } from './service.ts';

const plain = 'text/plain; charset=utf-8';

export const gameTypeRoutes = (app: App): void => {
  const { deps } = app;

  route(app, gameTypes.get, gameTypeShapes.get, async ({ params: { instanceId, language }, reply }) => {
    const text = await writeGameTypes(deps, instanceId, language);
    reply.header('content-disposition', asAttachment(gameLanguages[language].file));
    return raw(reply, text, plain);
  });

  route(app, gameTypes.getClient, gameTypeShapes.getClient, async ({ params: { client }, reply }) => {
    const { file } = gameClients[client];
    const text = await readProjectFile(deps.config.distDir, 'clients', file);
    reply.header('content-disposition', asAttachment(file));
    return raw(reply, text, plain);
  });
};
