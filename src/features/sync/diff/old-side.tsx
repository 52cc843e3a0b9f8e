import { permissions } from '@quartermaster/contract/access.ts';
import type { ReactNode } from 'react';
import { ContentInstance } from '../../../shared/access/content-instance.ts';
import { usePermissionsIn } from '../../../shared/access/permissions.ts';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';

/** True for an instance whose content the user may see: whoever moves changes into one need not be allowed to look at it. */
export function useCanRead(instanceId: number): boolean {
  const { held } = usePermissionsIn(instanceId);
  return held?.permissions.includes(permissions.READ.id) ?? false;
}

interface OldSideProps {
  /** The instance that the content is in. */
  instanceId: number;
  ids: ReadonlyMap<string, readonly number[]>;
  children: ReactNode;
}

/** Content of the target, with its own images and the labels that linked items have there. */
export function OldSide({ instanceId, ids, children }: OldSideProps) {
  if (!useCanRead(instanceId)) return children;
  return (
    <ContentInstance value={instanceId}>
      <LinkLabels ids={ids}>{children}</LinkLabels>
    </ContentInstance>
  );
}
