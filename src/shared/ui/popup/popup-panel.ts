import { lazyPart } from '../lazy/lazy-part.tsx';

/** A panel that a button opens; the focus stays in it unless `trapFocus` is false, and returns to the button. */
export const PopupPanel = lazyPart(() => import('./loaded-panel.tsx').then((m) => m.LoadedPanel));
