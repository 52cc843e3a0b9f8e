import { accessLogShapes } from '../shapes/access-log.ts';
import { accountShapes } from '../shapes/accounts.ts';
import { deliveryShapes } from '../shapes/delivery.ts';
import { feedbackShapes } from '../shapes/feedback.ts';
import { fileShapes } from '../shapes/files.ts';
import { instanceShapes } from '../shapes/instances.ts';
import { itemShapes } from '../shapes/items.ts';
import { invitationShapes, memberShapes } from '../shapes/members.ts';
import { menuShapes } from '../shapes/menu.ts';
import { projectMemberShapes } from '../shapes/project-members.ts';
import { projectShapes } from '../shapes/projects.ts';
import { registrationShapes } from '../shapes/registration.ts';
import { reportShapes } from '../shapes/reports.ts';
import { roleShapes } from '../shapes/roles.ts';
import { templateShapes } from '../shapes/templates.ts';
import { workspaceShapes } from '../shapes/workspaces.ts';
import { accessLog } from './access-log.ts';
import { accounts } from './accounts.ts';
import { delivery } from './delivery.ts';
import type { Endpoint, Shape } from './endpoint.ts';
import { feedback } from './feedback.ts';
import { files } from './files.ts';
import { instances } from './instances.ts';
import { items } from './items.ts';
import { invitations, members } from './members.ts';
import { menu } from './menu.ts';
import { projectMembers } from './project-members.ts';
import { projects } from './projects.ts';
import { registration } from './registration.ts';
import { reports } from './reports.ts';
import { roles } from './roles.ts';
import { templates } from './templates.ts';
import { workspaces } from './workspaces.ts';

/** An endpoint with its shapes and the name under which the documents list it. */
export interface ApiEntry {
  name: string;
  endpoint: Endpoint;
  shape: Shape;
}

const entries = <E extends Record<string, Endpoint>>(
  resource: string,
  endpoints: E,
  shapes: { [K in keyof E]: Shape },
): ApiEntry[] =>
  Object.entries(endpoints).map(([key, endpoint]) => ({
    name: `${resource}.${key}`,
    endpoint,
    shape: shapes[key as keyof E],
  }));

/** Every endpoint of the API: what is not here is not served. The server and the documents read it; the console does not. */
export const api: ApiEntry[] = [
  ...entries('accounts', accounts, accountShapes),
  ...entries('registration', registration, registrationShapes),
  ...entries('workspaces', workspaces, workspaceShapes),
  ...entries('members', members, memberShapes),
  ...entries('invitations', invitations, invitationShapes),
  ...entries('roles', roles, roleShapes),
  ...entries('accessLog', accessLog, accessLogShapes),
  ...entries('projects', projects, projectShapes),
  ...entries('projectMembers', projectMembers, projectMemberShapes),
  ...entries('instances', instances, instanceShapes),
  ...entries('menu', menu, menuShapes),
  ...entries('templates', templates, templateShapes),
  ...entries('items', items, itemShapes),
  ...entries('reports', reports, reportShapes),
  ...entries('delivery', delivery, deliveryShapes),
  ...entries('feedback', feedback, feedbackShapes),
  ...entries('files', files, fileShapes),
];
