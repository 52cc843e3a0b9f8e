import { Badge, Button, Popover, Text } from '@mantine/core';
import { type PlanFeature, plans } from '@quartermaster/contract/access.ts';

/** The plans that include a feature, by their names. */
const plansWith = (feature: PlanFeature): string =>
  Object.values(plans)
    .filter((plan) => plan[feature])
    .map(({ label }) => label)
    .join(' or ');

interface UpgradeButtonProps {
  /** What the plan keeps from being done, e.g. `New project`. */
  label: string;
  feature: PlanFeature;
}

/** In the place of a button for what the plan does not include: its "Upgrade" badge says which plan does. */
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
