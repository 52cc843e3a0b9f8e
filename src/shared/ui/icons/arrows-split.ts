import { outline } from './icon.ts';

export const IconArrowsSplit = /* @__PURE__ */ outline(
  'M21 17h-8l-3.5 -5h-6.5M21 7h-8l-3.495 5M18 10l3 -3l-3 -3M18 20l3 -3l-3 -3',
);
