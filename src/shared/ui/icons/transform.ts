import { outline } from './icon.ts';

export const IconTransform = /* @__PURE__ */ outline(
  'M3 6a3 3 0 1 0 6 0a3 3 0 0 0 -6 0M21 11v-3a2 2 0 0 0 -2 -2h-6l3 3m0 -6l-3 3M3 13v3a2 2 0 0 0 2 2h6l-3 -3m0 6l3 -3M15 18a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
);
