import type { Crumb } from '../../shared/services/services.ts';

/** Where a new template goes back to. */
export const home: Crumb = { label: 'the dashboard', to: '/' };
