import { outline } from './icon.ts';

export const IconCheckbox = /* @__PURE__ */ outline(
  'M9 11l3 3l8 -8M20 12v6a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h9',
);
