import { permissions } from '@quartermaster/contract/access.ts';
import type { ReactNode } from 'react';
import { ContentInstance } from '../access/content-instance.ts';
import { usePermissionsIn } from '../access/permissions.ts';
import { LinkLabels } from '../links/link-labels.tsx';

/** True for an instance whose content the user can view: syncing into an instance does not require access to its content. */
export function useCanRead(instanceId: number): boolean {
  const { answer } = usePermissionsIn(instanceId);
  return answer?.permissions.includes(permissions.READ.id) ?? false;
}

interface OldSideProps {
  /** The instance of the content. */
  instanceId: number;
  ids: ReadonlyMap<string, readonly number[]>;
  children: ReactNode;
}

/** Content of the target, with its own images and its own labels of linked items. */
export function OldSide({ instanceId, ids, children }: OldSideProps) {
  if (!useCanRead(instanceId)) return children;
  return (
    <ContentInstance value={instanceId}>
      <LinkLabels ids={ids}>{children}</LinkLabels>
    </ContentInstance>
  );
}
