import { plans } from '@quartermaster/contract/access.ts';
import { trashDays } from '@quartermaster/contract/endpoints/trash.ts';
import { currentPlan } from '@quartermaster/contract/subscription.ts';
import { compactRevisions, findNextStep, lockRevisions } from '../../content/history/compact-repository.ts';
import {
  expireMenuRevisions,
  expireRevisions,
  expireTemplateRevisions,
} from '../../content/history/expire-repository.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { deleteActivity } from '../../core/events/activity-repository.ts';
import { keptFrom } from './retention.ts';
import {
  beginSweep,
  type DueTemplate,
  endSweep,
  listDueTemplates,
  listExpiring,
  listKept,
  moveSweep,
  writeKept,
} from './upkeep-repository.ts';

const day = 24 * 60 * 60 * 1000;

/** Change sets may be applied as long as this after their revisions were written. */
const longestChangeSet = 2 * day;

/**
 * Stores older revisions as differences, and deletes what the plans do not keep: once a day in each template, in short steps
 * that no one waits for, and which a killed server continues.
 */
export const historyUpkeepJob = defineJob({
  name: 'keep-history',
  everySeconds: 60 * 60,
  run: (deps, _data, signal) => keepHistory(deps, signal),
});

type Needs = Pick<Deps, 'database' | 'unit' | 'clock' | 'log'>;

/** One run of {@link historyUpkeepJob}. What fails in one template or project is logged, and does not prevent the others. */
export async function keepHistory(deps: Needs, signal: AbortSignal): Promise<void> {
  await updateKept(deps, signal);
  const failures = [...(await sweepTemplates(deps, signal)), ...(await expireOthers(deps, signal))];
  if (failures.length > 0) throw failures[0];
}

async function updateKept({ database: { query }, clock }: Needs, signal: AbortSignal): Promise<void> {
  const now = clock.now();
  for (let page = await listKept(query, 0); page.length > 0; page = await listKept(query, page.at(-1)?.id ?? 0)) {
    for (const workspace of page) {
      signal.throwIfAborted();
      const { historyDays } = plans[currentPlan(workspace, now).plan];
      const { days, shorterSince } = keptFrom(historyDays, workspace.retention, now);
      await writeKept(query, workspace.id, {
        days,
        shorterSince,
        before: days === null ? null : daysBefore(now, days),
      });
    }
  }
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * day);

/** Returns what has failed. */
async function sweepTemplates(deps: Needs, signal: AbortSignal): Promise<unknown[]> {
  const finishedBefore = daysBefore(deps.clock.now(), 1);
  const failures: unknown[] = [];
  const sweep = (template: DueTemplate) =>
    sweepStep(deps, template).catch((error: unknown) => {
      signal.throwIfAborted();
      deps.log.error({ err: error, templateKey: template.key }, 'The history of a template could not be kept up.');
      failures.push(error);
      return true;
    });
  const next = (after: number) => listDueTemplates(deps.database.query, finishedBefore, after);
  for (let page = await next(0); page.length > 0; page = await next(page.at(-1)?.key ?? 0)) {
    // A step of each in turn, so that a large template does not keep the others waiting.
    for (let open = page; open.length > 0; ) {
      const unfinished: DueTemplate[] = [];
      for (const template of open) {
        signal.throwIfAborted();
        if (!(await sweep(template))) unfinished.push(template);
      }
      open = unfinished;
    }
  }
  return failures;
}

/** Returns true if the sweep of the template is finished, or its project is removed. */
const sweepStep = ({ unit, clock }: Needs, template: DueTemplate): Promise<boolean> =>
  unit(async ({ query }) => {
    const now = clock.now();
    const { key, instanceId, days } = template;
    await lockRevisions(query);
    const sweep = await beginSweep(query, template, now);
    if (!sweep) return true;
    const { position: after, sweptAt } = sweep;
    const to = await findNextStep(query, key, after);
    if (!to) {
      await endSweep(query, key, now);
      return true;
    }
    const range = { templateKey: key, after, to };
    if (days !== null) {
      const deletedBefore = daysBefore(now, Math.max(days, trashDays));
      await expireRevisions(query, { ...range, instanceId }, { before: daysBefore(now, days), deletedBefore });
    }
    const since = sweptAt && new Date(sweptAt.getTime() - day - longestChangeSet);
    await compactRevisions(query, range, { before: daysBefore(now, 1), since });
    await moveSweep(query, range);
    return false;
  });

/** Deletes revisions of templates and menus, and activity; returns what has failed. */
async function expireOthers({ database: { query }, clock, log }: Needs, signal: AbortSignal): Promise<unknown[]> {
  const failures: unknown[] = [];
  const whileAny = async (batch: () => Promise<boolean>) => {
    do signal.throwIfAborted();
    while (await batch());
  };
  for (const { id, days, instanceIds } of await listExpiring(query)) {
    const before = daysBefore(clock.now(), days);
    try {
      for (const instanceId of instanceIds) {
        await whileAny(() => expireTemplateRevisions(query, instanceId, before));
        await whileAny(() => expireMenuRevisions(query, instanceId, before));
      }
      await whileAny(() => deleteActivity(query, id, before));
    } catch (error) {
      signal.throwIfAborted();
      log.error({ err: error, projectId: id }, 'The history of a project could not be shortened.');
      failures.push(error);
    }
  }
  return failures;
}
