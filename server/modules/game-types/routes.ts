import { gameTypes } from '@quartermaster/contract/endpoints/game-types.ts';
import { gameLanguages } from '@quartermaster/contract/game-languages.ts';
import { gameTypeShapes } from '@quartermaster/contract/shapes/game-types.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { asAttachment } from '../../core/files/files.ts';
import { raw } from '../../core/http/raw-answer.ts';
import { writeGameTypes } from './service.ts';

export const gameTypeRoutes = (app: App): void => {
  const { deps } = app;

  route(app, gameTypes.get, gameTypeShapes.get, async ({ params: { instanceId, language }, reply }) => {
    const text = await writeGameTypes(deps, instanceId, language);
    reply.header('content-disposition', asAttachment(gameLanguages[language].file));
    return raw(reply, text, 'text/plain; charset=utf-8');
  });
};
