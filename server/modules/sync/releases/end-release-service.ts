import type { Unit } from '../../../core/app/unit.ts';
import type { Actor } from '../../../core/base/actor.ts';
import { createExport } from '../../reports/service.ts';
import { refusedLetter } from './letters.ts';
import { listPeople, publishSynced, type ReleaseRow, refuseSynced, writeReport } from './repository.ts';

type Ending = Unit & { at: Date };

/** Ends the release of an applied sync, if it has one, and starts the export that follows. */
export async function completeRelease(inside: Ending, syncId: number): Promise<void> {
  const release = await publishSynced(inside.query, syncId, inside.at);
  if (release?.exports_after) await exportTarget(inside, release);
}

/** Ends the release of a failed sync, if it has one. */
export async function failRelease(inside: Ending, { id, error }: { id: number; error: string }): Promise<void> {
  const release = await refuseSynced(inside.query, id, { refusal: 'failed', reason: error, at: inside.at });
  if (release) await announceRefusal(inside, release);
}

/** Starts the export after a release; while another one of the target is running, the next run of the job starts it. */
export async function exportTarget({ query, send, at }: Pick<Ending, 'query' | 'send' | 'at'>, release: ReleaseRow) {
  const { id, target_id: instanceId, workspace_id: workspaceId } = release;
  const author = { actor: plannerOf(release), origin: 'release' } as const;
  const reportId = await createExport({ query, send }, { instanceId, workspaceId, author, at });
  if (reportId !== undefined) await writeReport(query, id, reportId);
}

/** Mails the people of a refused release, and emits the event. */
export async function announceRefusal({ query, post, emit }: Unit, release: ReleaseRow): Promise<void> {
  const { id, name, project, refusal, reason } = release;
  if (refusal === null || reason === null) throw new Error('The release was not refused.');
  for (const { email } of await listPeople(query, id))
    await post(
      refusedLetter({
        to: email,
        name,
        project,
        from: release.source_env,
        into: release.target_env,
        time: timeOf(release),
        reason,
        sourceId: release.source_id,
        releaseId: id,
      }),
    );
  const author = { actor: { kind: 'system' }, origin: 'release' } as const;
  await emit({ kind: 'release.refused', instanceId: release.target_id, author, release_id: id, refusal });
}

/** The author of what a release does: its planner, or the system once that account is deleted. */
const plannerOf = ({ planned_by, planner }: ReleaseRow): Actor =>
  planned_by !== null && planner !== null ? { kind: 'account', accountId: planned_by } : { kind: 'system' };

/** The time that has come, with its zone; undefined for a release that was published by hand. */
function timeOf({ publish_at: at, time_zone: timeZone, ended_at }: ReleaseRow): string | undefined {
  if (at === null || timeZone === null || ended_at === null || at > ended_at) return undefined;
  return `${at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone })} (${timeZone})`;
}
