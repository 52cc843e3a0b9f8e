import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import type { Api } from './api.ts';
import { publish } from './studio-site.ts';

/** Publishes an extension and allows it in the workspace of an instance; returns a function that removes it. */
export async function allowExtension(
  api: Api,
  instanceId: number,
  manifest: Record<string, unknown>,
  script: string,
): Promise<() => Promise<unknown>> {
  const { workspaces: list } = await api.call(workspaces.list, {});
  const { id: workspaceId = 0 } =
    list.find(({ projects }) => projects.some(({ instances }) => instances.some(({ id }) => id === instanceId))) ?? {};
  const site = await publish(manifest, script);
  const params = { workspaceId };
  const { extension } = await api.call(extensions.allow, { params, body: { address: site.address } });
  await site.close();
  return () => api.call(extensions.remove, { params: { ...params, extensionId: extension.id } });
}
