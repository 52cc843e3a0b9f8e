import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { firstPageQuery } from '../features/items/list/first-page-query.ts';
import { listBody } from '../shared/data/items-page.ts';
import type { InputParts } from '../shared/http/endpoint-url.ts';

/** A call and its input. */
export interface FirstRequest {
  endpoint: Endpoint;
  input: InputParts;
}

/** The pages whose requests are known from their address alone: a list of items, and an item. */
const itemPages = /^\/instance\/(\d+)\/templates\/([\w-]+)\/items(?:\/(\d+)\/edit)?$/;

/**
 * What the routes of the console request first at an address, in their order; nothing for addresses that are not worth it. For a
 * page of its own, which sends them before the code of the console is there.
 */
export function firstRequests({ pathname, search }: { pathname: string; search: string }): FirstRequest[] {
  const [, instance, templateId, id] = itemPages.exec(pathname) ?? [];
  if (!instance || !templateId) return [];
  const instanceId = Number(instance);
  const template = { instanceId, templateId };
  const body = () => listBody(firstPageQuery(instanceId, templateId, new URLSearchParams(search)));
  return [
    { endpoint: instances.getPermissions, input: { params: { instanceId } } },
    { endpoint: menu.list, input: { params: { instanceId } } },
    { endpoint: templates.get, input: { params: template } },
    id
      ? { endpoint: items.get, input: { params: { ...template, id } } }
      : { endpoint: items.list, input: { params: template, body: body() } },
    { endpoint: workspaces.list, input: {} },
    { endpoint: accounts.getSettings, input: {} },
    { endpoint: accounts.listRoles, input: {} },
  ];
}
