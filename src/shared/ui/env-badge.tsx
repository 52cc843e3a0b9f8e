import { Badge } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';

/** The theme's colour of each environment; the same wherever an environment appears. */
export const environmentColors: Record<Environment, string> = { Dev: 'green', Stage: 'amber', Prod: 'red' };

/** The environment as people read it: dev, stage, prod. */
export const environmentLabel = (env: Environment): string => env.toLowerCase();

/** Names an environment in its colour, with the word, so that colour never stands alone. */
export function EnvBadge({ env }: { env: Environment }) {
  return (
    <Badge color={environmentColors[env]} variant="light" radius="sm" size="sm" tt="none" data-env={env}>
      {environmentLabel(env)}
    </Badge>
  );
}
