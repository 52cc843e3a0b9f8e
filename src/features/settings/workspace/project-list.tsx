import type { Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { Link } from 'react-router-dom';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { IconChevronRight } from '../../../shared/ui/icons/chevron-right.ts';
import classes from '../settings.module.css';

/** The projects of a workspace, each linking to its settings. */
export const ProjectList = ({ workspace }: { workspace: Workspace }) => (
  <ul className={classes.list}>
    {workspace.projects.map(({ id, name, instances }) => (
      <li key={id}>
        <Link
          to={pathTo(paths.project, { workspaceId: workspace.id, projectId: id })}
          className={`${classes.row ?? ''} ${classes.link ?? ''}`}
        >
          <span className={classes.value} title={name}>
            {name}
          </span>
          {instances.map((instance) => (
            <EnvBadge key={instance.id} env={instance.env} />
          ))}
          <IconChevronRight size={16} aria-hidden="true" />
        </Link>
      </li>
    ))}
  </ul>
);
