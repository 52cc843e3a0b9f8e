import { lazyPart } from '../lazy/lazy-part.tsx';

/** The menu of a button: actions below an optional heading. */
export const ActionMenu = lazyPart(() => import('./loaded-action-menu.tsx').then((m) => m.LoadedActionMenu));
