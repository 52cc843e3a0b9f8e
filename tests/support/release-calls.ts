import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type Release, releases } from '@quartermaster/contract/endpoints/releases.ts';
import { expect } from 'vitest';
import { publishDue } from '../../server/modules/sync/release-job-service.ts';
import { eventually } from './eventually.ts';
import type { TestServer } from './server.ts';
import type { Person } from './server-studio.ts';

type Body = Input<typeof releases.create>['body'];

/** The seconds after which releases of tests are published. */
export const hour = 60 * 60;

/** Calls for the releases of an instance. */
export function releasesOf(server: TestServer, instanceId = server.studio.dev, person: Person = 'owner') {
  const as = { as: person };
  const params = { instanceId };
  const place = (releaseId: number) => ({ params: { ...params, releaseId } });
  /** A time that many seconds ahead. */
  const timeIn = (seconds: number, time_zone = 'Europe/Berlin') => ({
    publish_at: new Date(server.clock.now().getTime() + seconds * 1000).toISOString(),
    time_zone,
  });
  const get = async (releaseId: number): Promise<Release> =>
    (await server.call(releases.get, place(releaseId), as)).release;
  return {
    timeIn,
    get,
    /** Everything, in an hour, without an export, unless stated otherwise. */
    create: async (more: Partial<Body> = {}): Promise<number> => {
      const content = more.changes ? {} : { changes: [], all: true };
      const body = { name: 'Halloween', ...content, ...timeIn(hour), exports_after: false, ...more } as Body;
      return (await server.call(releases.create, { params, body }, as)).id;
    },
    list: async (query: Input<typeof releases.list>['query'] = {}) =>
      (await server.call(releases.list, { params, query }, as)).releases,
    decided: async (releaseId: number) => (await server.call(releases.get, place(releaseId), as)).decided,
    planned: async () => (await server.call(releases.planned, { params }, as)).releases,
    overlaps: async (body: Input<typeof releases.overlaps>['body']) =>
      (await server.call(releases.overlaps, { params, body }, as)).releases,
    schedule: (releaseId: number, body: Input<typeof releases.schedule>['body']) =>
      server.call(releases.schedule, { ...place(releaseId), body }, as),
    publish: (releaseId: number, body: Input<typeof releases.publish>['body'] = {}) =>
      server.call(releases.publish, { ...place(releaseId), body }, as),
    cancel: (releaseId: number) => server.call(releases.cancel, { ...place(releaseId), body: {} }, as),
    /** What the job does with a release when its time has come. */
    run: (releaseId: number) => publishDue(server.app.deps, releaseId),
    /** Waits until a release is in a state. */
    until: (releaseId: number, state: Release['state']): Promise<Release> =>
      eventually(async () => {
        const release = await get(releaseId);
        expect(release.state).toBe(state);
        return release;
      }),
  };
}
