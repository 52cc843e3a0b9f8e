import { refusalOf } from '@quartermaster/contract/access.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { historyShapes } from '@quartermaster/contract/shapes/history.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import { compareItemVersions, listItemVersions } from './item-service.ts';
import { compareMenuVersions, listVersionsOfMenu, restoreMenu } from './menu-service.ts';
import { checkItemRestore, restoreItem } from './restore-item-service.ts';
import {
  checkTemplateRestore,
  compareTemplateVersions,
  listVersionsOfTemplate,
  restoreTemplate,
} from './template-service.ts';

export const historyRoutes = (app: App): void => {
  const { deps } = app;
  const { query } = deps.database;

  route(app, history.listItem, historyShapes.listItem, ({ caller, params, query: page }) =>
    listItemVersions(query, { ...params, instanceId: caller.instanceId }, page),
  );

  route(app, history.compareItem, historyShapes.compareItem, ({ caller, params, query: versions }) =>
    compareItemVersions(query, { ...params, instanceId: caller.instanceId }, versions),
  );

  route(app, history.checkItem, historyShapes.checkItem, ({ caller, params, query: { version } }) =>
    checkItemRestore(deps, caller, { ...params, instanceId: caller.instanceId }, version),
  );

  route(app, history.restoreItem, historyShapes.restoreItem, ({ caller, params, body }) =>
    restoreItem(
      deps,
      caller,
      { ...params, instanceId: caller.instanceId },
      { ...body, mayRead: refusalOf(items.get, caller.grants) === null },
    ),
  );

  route(app, history.listTemplate, historyShapes.listTemplate, ({ caller, params, query: page }) =>
    listVersionsOfTemplate(query, { ...params, instanceId: caller.instanceId }, page),
  );

  route(app, history.compareTemplate, historyShapes.compareTemplate, ({ caller, params, query: versions }) =>
    compareTemplateVersions(query, { ...params, instanceId: caller.instanceId }, versions),
  );

  route(app, history.checkTemplate, historyShapes.checkTemplate, ({ caller, params, query: { version } }) =>
    withLongTimeout(() => checkTemplateRestore(deps, { ...params, instanceId: caller.instanceId }, version)),
  );

  route(app, history.restoreTemplate, historyShapes.restoreTemplate, ({ caller, params, body }) =>
    withLongTimeout(() =>
      restoreTemplate(deps, { ...params, instanceId: caller.instanceId, actor: caller.actor }, body),
    ),
  );

  route(app, history.listMenu, historyShapes.listMenu, ({ caller, query: page }) =>
    listVersionsOfMenu(query, caller.instanceId, page),
  );

  route(app, history.compareMenu, historyShapes.compareMenu, ({ caller, query: versions }) =>
    compareMenuVersions(query, caller.instanceId, versions),
  );

  route(app, history.restoreMenu, historyShapes.restoreMenu, ({ caller, body }) => restoreMenu(deps, caller, body));
};
