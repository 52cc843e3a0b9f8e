import { paths } from '@quartermaster/contract/paths.ts';
import type { Crumb } from '../../shared/services/services.ts';

/** The back link of a new template. */
export const home: Crumb = { label: 'the dashboard', to: paths.home };
