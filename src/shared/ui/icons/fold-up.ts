import { outline } from './icon.ts';

export const IconFoldUp = /* @__PURE__ */ outline('M12 13v-8l-3 3m6 0l-3 -3M9 17l1 0M14 17l1 0M19 17l1 0M4 17l1 0');
