import { outline } from './icon.ts';

export const IconArrowLeft = /* @__PURE__ */ outline('M5 12l14 0M5 12l6 6M5 12l6 -6');
