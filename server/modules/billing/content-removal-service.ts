import { contentKeptUntil } from '@quartermaster/contract/subscription.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { stopExports } from '../projects/repository.ts';
import { listOwnerEmails } from '../workspaces/repository.ts';
import { hideProjects, listCanceled, lockCanceled, writeRemoval } from './content-removal-repository.ts';
import { contentRemovalLetter } from './letters.ts';

const day = 24 * 60 * 60 * 1000;

/** Days before the deletion on which owners are warned. */
const [firstWarning, lastWarning] = [30, 7] as const;

/** Five months of minimum length, so no workspace due for a mail has a later billing date. */
const earliest = 5 * 28 * day;

/** Deletes the content of workspaces that were canceled half a year ago, and mails their owners before. */
export const contentRemovalJob = defineJob({
  name: 'remove-canceled-content',
  everySeconds: 6 * 60 * 60,
  run: (deps, _data, signal) => removeCanceledContent(deps, signal),
});

type Needs = Pick<Deps, 'database' | 'unit' | 'clock' | 'log'>;

/** Warns the owners of canceled workspaces, and passes those whose date has come to the job that removes projects. */
export async function removeCanceledContent({ database, unit, clock, log }: Needs, signal: AbortSignal): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - earliest);
  for (const { id } of await listCanceled(database.query, before, now)) {
    signal.throwIfAborted();
    await unit(async ({ post, query }) => {
      const workspace = await lockCanceled(query, id, before);
      if (!workspace) return;
      const { billingDate, warned, removalAt } = workspace;
      if (removalAt !== null) {
        if (removalAt > now) return;
        const projects = await hideProjects(query, id, now);
        for (const project of projects) await stopExports(query, project, now);
        await writeRemoval(query, id, { warned: 0, removalAt: null });
        log.info({ workspace: id, projects: projects.length }, 'The content of a canceled workspace is removed.');
        return;
      }
      const storedUntil = contentKeptUntil(billingDate);
      const left = (storedUntil.getTime() - now.getTime()) / day;
      const isLast = left <= lastWarning;
      if (left > firstWarning || (warned !== null && !isLast)) return;
      // Nothing is deleted within a week of the last mail, even if no server ran on the day it was due.
      const removal = isLast
        ? new Date(Math.max(storedUntil.getTime(), now.getTime() + lastWarning * day))
        : storedUntil;
      for (const to of await listOwnerEmails(query, id))
        await post(contentRemovalLetter(to, { id, name: workspace.name, removalAt: removal }));
      const notice = isLast ? { warned: lastWarning, removalAt: removal } : { warned: firstWarning, removalAt: null };
      await writeRemoval(query, id, notice);
    });
  }
}
