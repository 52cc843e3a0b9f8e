import { outline } from './icon.ts';

export const IconChevronsLeft = /* @__PURE__ */ outline('M11 7l-5 5l5 5M17 7l-5 5l5 5');
