import { outline } from './icon.ts';

export const IconFoldDown = /* @__PURE__ */ outline('M12 11v8l3 -3m-6 0l3 3M9 7l1 0M14 7l1 0M19 7l1 0M4 7l1 0');
