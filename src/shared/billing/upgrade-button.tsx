import { Badge } from '@mantine/core';
import { type PlanFeature, plans, type WorkspaceRole } from '@quartermaster/contract/access.ts';
import { billingPage } from '@quartermaster/contract/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { ExplainedButton } from '../ui/popup/explained-button.tsx';

/** The names of the plans that include a feature. */
const plansWith = (feature: PlanFeature): string =>
  Object.values(plans)
    .filter((plan) => plan[feature])
    .map(({ label }) => label)
    .join(' or ');

interface UpgradeButtonProps {
  /** The action that the plan does not include, e.g. `New project`. */
  label: string;
  feature: PlanFeature;
  /** The workspace whose plan does not include it, and the user's role there. */
  workspace: { id: number; role: WorkspaceRole | null };
}

/**
 * Replaces a button that the plan does not include. Its "Upgrade" badge takes an owner to billing; other members, who cannot open it, see
 * which plans include the feature.
 */
export function UpgradeButton({ label, feature, workspace }: UpgradeButtonProps) {
  const needed = `This needs the ${plansWith(feature)} plan.`;
  const look = {
    'aria-label': `${label} Upgrade`,
    rightSection: (
      <Badge variant="light" size="sm" radius="sm" tt="none">
        Upgrade
      </Badge>
    ),
  } as const;
  if (workspace.role === 'owner') {
    return (
      <LinkButton {...look} variant="default" to={billingPage(workspace.id)} title={needed}>
        {label}
      </LinkButton>
    );
  }
  return (
    <ExplainedButton {...look} width={280} why={`${needed} An owner of the workspace can upgrade it.`}>
      {label}
    </ExplainedButton>
  );
}
