import { Badge } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';

/** The theme colour of each environment, the same everywhere. */
export const environmentColors: Record<Environment, string> = { Dev: 'green', Stage: 'amber', Prod: 'red' };

/** The display name of an environment: dev, stage, prod. */
export const environmentLabel = (env: Environment): string => env.toLowerCase();

/** A badge with an environment's name and colour; the name makes it independent of colour. */
export function EnvBadge({ env }: { env: Environment }) {
  return (
    <Badge color={environmentColors[env]} variant="light" radius="sm" size="sm" tt="none" data-env={env}>
      {environmentLabel(env)}
    </Badge>
  );
}
