import { rows as purpose1 } from './1-1-purpose.ts';
import { rows as screens1 } from './1-2-screens.ts';
import { rows as entities1 } from './1-3-entities.ts';
import { rows as states1 } from './1-4-states.ts';
import { rows as validation1 } from './1-5-validation.ts';
import { rows as permissions1 } from './1-6-permissions.ts';
import { rows as calls1 } from './1-7-calls.ts';
import { rows as errors1 } from './1-8-errors.ts';
import { rows as limits1 } from './1-9-limits.ts';
import type { Section } from './check.ts';

/** Every section of the specification, in its order. */
export const sections: Section[] = [
  { id: '1.1', title: 'Purpose', rows: purpose1 },
  { id: '1.2', title: 'Screens and routes', rows: screens1 },
  { id: '1.3', title: 'Entities', rows: entities1 },
  { id: '1.4', title: 'States and transitions', rows: states1 },
  { id: '1.5', title: 'Validation', rows: validation1 },
  { id: '1.6', title: 'Roles and permissions', rows: permissions1 },
  { id: '1.7', title: 'Calls', rows: calls1 },
  { id: '1.8', title: 'Errors', rows: errors1 },
  { id: '1.9', title: 'Constants and limits', rows: limits1 },
];
