import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { drops } from '@quartermaster/contract/endpoints/drops.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';

/** All that tools can call: reads, and proposals, which change nothing until a person applies them. */
export const toolEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([
  templates.list,
  templates.get,
  items.list,
  items.get,
  items.export,
  drops.list,
  items.listUses,
  history.listItem,
  history.compareItem,
  history.listTemplate,
  history.compareTemplate,
  comments.list,
  proposals.check,
  proposals.create,
  proposals.list,
  proposals.get,
  proposals.listRows,
]);
