import { Alert } from '@mantine/core';
import { outsideProject } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { IconLock } from '@tabler/icons-react';

/** Says to an admin who holds nothing in the project that others have to add them first. */
export const OutsideProject = () => (
  <Alert color="amber" variant="light" icon={<IconLock size={18} />}>
    {outsideProject}
  </Alert>
);
