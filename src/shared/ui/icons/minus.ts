import { outline } from './icon.ts';

export const IconMinus = /* @__PURE__ */ outline('M5 12l14 0');
