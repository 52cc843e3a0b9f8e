import { builds, channels, signingKeys } from '@quartermaster/contract/endpoints/builds.ts';
import { buildShapes, channelShapes, signingKeyShapes } from '@quartermaster/contract/shapes/builds.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import {
  createChannel,
  followExports,
  readChannels,
  removeChannel,
  setChannel,
  setReading,
} from './channels-service.ts';
import { listBuildChanges, readBuildChange } from './compare-service.ts';
import { listBuildPage, nameBuild } from './service.ts';
import { readKeys, rotateKey } from './signing-service.ts';

export const buildRoutes = (app: App): void => {
  const { deps } = app;

  route(app, builds.list, buildShapes.list, ({ caller, query }) => listBuildPage(deps, caller.instanceId, query));

  route(app, builds.listChanges, buildShapes.listChanges, ({ params, query: { since, ...page } }) =>
    listBuildChanges(deps, { instanceId: params.instanceId, before: since, after: params.buildId }, page),
  );

  route(app, builds.getChange, buildShapes.getChange, ({ params, query: { since, place: position } }) =>
    readBuildChange(deps, { instanceId: params.instanceId, before: since, after: params.buildId }, position),
  );

  route(app, builds.rename, buildShapes.rename, async ({ caller, params, body }) => {
    await nameBuild(deps, { instanceId: caller.instanceId, buildId: params.buildId }, body.name);
    return done;
  });

  route(app, channels.list, channelShapes.list, ({ caller }) => readChannels(deps, caller.instanceId));

  route(app, channels.create, channelShapes.create, async ({ caller, body }) => {
    await createChannel(deps, caller, { name: body.name, buildId: body.build_id });
    return done;
  });

  route(app, channels.setBuild, channelShapes.setBuild, async ({ caller, params, body }) => {
    await setChannel(deps, caller, { channel: params.channel, buildId: body.build_id });
    return done;
  });

  route(app, channels.follow, channelShapes.follow, async ({ caller }) => {
    await followExports(deps, caller);
    return done;
  });

  route(app, channels.delete, channelShapes.delete, async ({ caller, params }) => {
    await removeChannel(deps, caller, params.channel);
    return done;
  });

  route(app, channels.setReading, channelShapes.setReading, async ({ caller, body }) => {
    await setReading(deps, caller, body.is_public);
    return done;
  });

  route(app, signingKeys.list, signingKeyShapes.list, async ({ caller }) => ({
    keys: await readKeys(deps, caller.projectId),
  }));

  route(app, signingKeys.rotate, signingKeyShapes.rotate, async ({ caller, body }) => ({
    keys: await rotateKey(deps, caller, body.keeps_previous),
  }));
};
