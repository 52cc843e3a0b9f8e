import { outline } from './icon.ts';

export const IconShape = /* @__PURE__ */ outline(
  'M3 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M17 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M3 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M17 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M5 7l0 10M7 5l10 0M7 19l10 0M19 7l0 10',
);
