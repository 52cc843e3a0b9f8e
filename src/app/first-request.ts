import { bootstrap } from '@quartermaster/contract/endpoints/bootstrap.ts';
import type { Endpoint, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { InputParts } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { views } from '@quartermaster/contract/endpoints/views.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { firstPageQuery } from '../features/items/list/first-page-query.ts';
import { listBody } from '../shared/data/items-page.ts';

/** A call and its input. */
export interface Call {
  endpoint: Endpoint;
  input: InputParts;
}

/** The call that is sent first; `parts` are the console's calls that it answers, by the name of their part of the response. */
export interface FirstRequest extends Call {
  parts: { [Part in keyof Output<typeof bootstrap.ofTemplate>]?: Call };
}

/** The pages whose requests are known from the address alone: a list of items, and an item. */
const itemPages = /^\/instance\/(\d+)\/templates\/([\w-]+)\/items(?:\/(\d+)\/edit)?$/;

/** Which of these pages an address shows, if any. */
export function itemPageOf(pathname: string): 'list' | 'form' | undefined {
  const match = itemPages.exec(pathname);
  if (!match) return undefined;
  return match[3] === undefined ? 'list' : 'form';
}

/**
 * The console's first request at an address; undefined for addresses that are not worth it. For a script that sends it before the console's
 * code is loaded.
 */
export function firstRequest({ pathname, search }: { pathname: string; search: string }): FirstRequest | undefined {
  const [, instance, templateId, id] = itemPages.exec(pathname) ?? [];
  if (!instance || !templateId) return undefined;
  const instanceId = Number(instance);
  const template = { instanceId, templateId };
  const pageQuery = id ? undefined : firstPageQuery(instanceId, templateId, new URLSearchParams(search));
  const list = pageQuery && listBody(pageQuery);
  return {
    endpoint: bootstrap.ofTemplate,
    input: { params: template, body: { ...(id && { item: Number(id) }), ...(list && { list }) } },
    parts: {
      ...(id
        ? { item: { endpoint: items.get, input: { params: { ...template, id } } } }
        : { views: { endpoint: views.list, input: { params: template } } }),
      ...(list && { page: { endpoint: items.list, input: { params: template, body: list } } }),
      template: { endpoint: templates.get, input: { params: template } },
      permissions: { endpoint: instances.getPermissions, input: { params: { instanceId } } },
      menu: { endpoint: menu.list, input: { params: { instanceId } } },
      settings: { endpoint: accounts.getSettings, input: {} },
      roles: { endpoint: accounts.listRoles, input: {} },
      workspaces: { endpoint: workspaces.list, input: {} },
    },
  };
}
