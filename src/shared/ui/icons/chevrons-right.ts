import { outline } from './icon.ts';

export const IconChevronsRight = /* @__PURE__ */ outline('M7 7l5 5l-5 5M13 7l5 5l-5 5');
