import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import type { TestServer } from './server.ts';

/** Makes each call for proposals, with new items of the template `weapon`. */
export async function proposeEverything(server: TestServer): Promise<void> {
  const { dev: instanceId } = server.studio;
  const as = { as: 'owner' } as const;
  const inDev = { params: { instanceId } };
  const changes = [{ template_id: 'weapon', items: [{ _label: 'Proposed' }] }];
  const { check } = await server.call(proposals.check, { ...inDev, body: { changes } }, as);
  const propose = async (title: string) => {
    const { proposal } = await server.call(proposals.create, { ...inDev, body: { title, changes } }, as);
    return { params: { instanceId, proposalId: proposal.id } };
  };
  const [applied, declined] = [await propose('To apply'), await propose('To decline')];
  await server.call(proposals.get, applied, as);
  await server.call(proposals.listRows, { ...applied, query: {} }, as);
  await server.call(proposals.chart, { ...applied, body: { chart: { template_id: 'weapon', field_id: 'cost' } } }, as);
  await server.call(proposals.apply, { ...applied, body: { fingerprint: check.fingerprint } }, as);
  await server.call(proposals.decline, { ...declined, body: {} }, as);
  await server.call(proposals.list, { ...inDev, query: {} }, as);
}
