import { outline } from './icon.ts';

export const IconShape2 = /* @__PURE__ */ outline(
  'M3 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M17 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M17 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M3 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M6.5 17.5l11 -11m-12.5 .5v10m14 -10v10',
);
