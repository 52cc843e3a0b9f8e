import { Badge, Button, Popover, Text } from '@mantine/core';
import { type PlanFeature, plans } from '@quartermaster/contract/access.ts';

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
}

/** Replaces a button that the plan does not include; its "Upgrade" badge says which plans do. */
export function UpgradeButton({ label, feature }: UpgradeButtonProps) {
  return (
    <Popover position="bottom-end" width={280} withArrow>
      <Popover.Target>
        <Button
          variant="default"
          aria-label={`${label} Upgrade`}
          rightSection={
            <Badge variant="light" size="sm" radius="sm" tt="none">
              Upgrade
            </Badge>
          }
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">This needs the {plansWith(feature)} plan.</Text>
      </Popover.Dropdown>
    </Popover>
  );
}
