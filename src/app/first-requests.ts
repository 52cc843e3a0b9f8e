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
interface Call {
  endpoint: Endpoint;
  input: InputParts;
}

/** A call that is sent first; `parts` are the console's calls that it answers, by the name of their part of the response. */
export interface FirstRequest extends Call {
  parts?: Record<string, Call>;
}

/** A call that answers several others; each part of its response is named. */
const together = <E extends Endpoint>(
  endpoint: E,
  input: InputParts,
  parts: Record<keyof Output<E> & string, Call>,
): FirstRequest => ({ endpoint, input, parts });

/** The pages whose requests are known from the address alone: a list of items, and an item. */
const itemPages = /^\/instance\/(\d+)\/templates\/([\w-]+)\/items(?:\/(\d+)\/edit)?$/;

/** Which of these pages an address shows, if any. */
export function itemPageOf(pathname: string): 'list' | 'form' | undefined {
  const match = itemPages.exec(pathname);
  if (!match) return undefined;
  return match[3] === undefined ? 'list' : 'form';
}

/**
 * The console's first requests at an address; none for addresses that are not worth it. For a script that sends them before the console's
 * code is loaded.
 */
export function firstRequests({ pathname, search }: { pathname: string; search: string }): FirstRequest[] {
  const [, instance, templateId, id] = itemPages.exec(pathname) ?? [];
  if (!instance || !templateId) return [];
  const instanceId = Number(instance);
  const ofInstance = { params: { instanceId } };
  const template = { instanceId, templateId };
  const ofList = (): FirstRequest[] => {
    const pageQuery = firstPageQuery(instanceId, templateId, new URLSearchParams(search));
    return [
      ...(pageQuery ? [{ endpoint: items.list, input: { params: template, body: listBody(pageQuery) } }] : []),
      { endpoint: views.list, input: { params: template } },
    ];
  };
  return [
    ...(id ? [{ endpoint: items.get, input: { params: { ...template, id } } }] : ofList()),
    { endpoint: templates.get, input: { params: template } },
    together(bootstrap.ofInstance, ofInstance, {
      permissions: { endpoint: instances.getPermissions, input: ofInstance },
      menu: { endpoint: menu.list, input: ofInstance },
    }),
    together(
      bootstrap.ofAccount,
      {},
      {
        settings: { endpoint: accounts.getSettings, input: {} },
        roles: { endpoint: accounts.listRoles, input: {} },
        workspaces: { endpoint: workspaces.list, input: {} },
      },
    ),
  ];
}
