import { Alert } from '@mantine/core';
import { outsideProject } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { IconLock } from '../../../../shared/ui/icons/lock.ts';

/** Explains to an admin without a role in the project that a member with one has to add them first. */
export const OutsideProject = () => (
  <Alert color="amber" variant="light" icon={<IconLock size={18} />}>
    {outsideProject}
  </Alert>
);
