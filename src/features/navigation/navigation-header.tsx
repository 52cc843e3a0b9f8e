import { paths } from '@quartermaster/contract/paths.ts';
import type { ReactNode } from 'react';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { texts } from '../../shared/ui/texts.ts';

/** The header of the page: title, workspace and environment. */
export function NavigationHeader({ actions }: { actions?: ReactNode }) {
  const context = useInstanceContext();
  return (
    <PageHeader
      title={texts.navigationSetup}
      back={{ label: context?.workspace.name ?? 'Dashboard', to: paths.home }}
      nextToTitle={context && <EnvBadge env={context.env} />}
      actions={actions}
    />
  );
}
