import { type Plan, type PlanFeature, plans } from '@quartermaster/contract/access.ts';
import { priceText } from '../../../shared/billing/money.ts';
import { count } from '../../../shared/ui/count.ts';
import { texts } from '../../../shared/ui/texts.ts';

/** A line of a plan card. */
export interface PlanLine {
  text: string;
  isIncluded: boolean;
}

const features: Record<PlanFeature, string> = {
  createWorkspaces: 'More workspaces',
  createProjects: 'More projects',
  inviteMembers: 'Member invitations',
  channels: 'Channels besides live',
  webhooks: 'Webhooks',
  customRoles: 'Custom roles',
  instanceSync: texts.instanceSync,
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What a plan includes, and then what it does not, as its card lists it: from the same table as the access checks. */
export function planLines(plan: Plan): PlanLine[] {
  const { projects, extraProjectPrice, environments, itemsPerProject, imageMegabytes, ...included } = plans[plan];
  const more = extraProjectPrice === null ? '' : `, ${priceText(extraProjectPrice)} per month for each extra one`;
  const lines = [
    { text: `${count(projects, 'project')} included${more}`, isIncluded: true },
    { text: `${list.format(environments)} ${environments.length === 1 ? 'instance' : 'instances'}`, isIncluded: true },
    {
      text: itemsPerProject === null ? 'Items without a limit' : `${count(itemsPerProject, 'item')} per project`,
      isIncluded: true,
    },
    { text: `Images of up to ${imageMegabytes} MB`, isIncluded: true },
    ...(Object.keys(features) as PlanFeature[]).map((feature) => ({
      text: features[feature],
      isIncluded: included[feature],
    })),
  ];
  return lines.toSorted((a, b) => Number(b.isIncluded) - Number(a.isIncluded));
}
