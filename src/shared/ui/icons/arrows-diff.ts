import { outline } from './icon.ts';

export const IconArrowsDiff = /* @__PURE__ */ outline('M11 16h10M11 16l4 4M11 16l4 -4M13 8h-10M13 8l-4 4M13 8l-4 -4');
