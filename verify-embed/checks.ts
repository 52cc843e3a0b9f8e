import type { Check } from './check.ts';
import { contract } from './checks/contract.ts';
import { csp } from './checks/csp.ts';
import { errors } from './checks/errors.ts';
import { focus } from './checks/focus.ts';
import { globals, listeners, storage } from './checks/footprint.ts';
import { history } from './checks/history.ts';
import { hostStyles } from './checks/host-styles.ts';
import { lifecycles } from './checks/lifecycles.ts';
import { chunkFails, stylesheetFails, stylesheetHangs } from './checks/loading.ts';
import { memory } from './checks/memory.ts';
import { mountTime } from './checks/mount-time.ts';
import { nodes } from './checks/nodes.ts';
import { pageUntouched } from './checks/page-untouched.ts';
import { parts } from './checks/parts.ts';
import { portal } from './checks/portal.ts';
import { toggles } from './checks/toggles.ts';
import { unsaved } from './checks/unsaved.ts';

/** All checks, in the order of the report. */
export const checks: readonly Check[] = [
  portal,
  contract,
  nodes,
  pageUntouched,
  hostStyles,
  mountTime,
  lifecycles,
  parts,
  listeners,
  globals,
  storage,
  memory,
  toggles,
  history,
  unsaved,
  focus,
  errors,
  csp,
  stylesheetFails,
  chunkFails,
  stylesheetHangs,
];

/** Promises that cannot be checked from outside a portal's page; the report names them, so that they do not count as checked. */
export const notChecked = [
  'What happens when the console crashes: nothing on the page makes it crash.',
  'Expired sessions, and answers of the API that fail.',
];
