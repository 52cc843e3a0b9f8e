import { outline } from './icon.ts';

export const IconArrowForwardUp = /* @__PURE__ */ outline('M15 14l4 -4l-4 -4M19 10h-11a4 4 0 1 0 0 8h1');
