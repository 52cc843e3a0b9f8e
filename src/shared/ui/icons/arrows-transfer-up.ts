import { outline } from './icon.ts';

export const IconArrowsTransferUp = /* @__PURE__ */ outline(
  'M7 21v-6M20 6l-3 -3l-3 3M17 3v18M10 18l-3 3l-3 -3M7 3v2M7 9v2',
);
