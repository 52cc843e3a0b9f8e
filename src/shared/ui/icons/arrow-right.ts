import { outline } from './icon.ts';

export const IconArrowRight = /* @__PURE__ */ outline('M5 12l14 0M13 18l6 -6M13 6l6 6');
