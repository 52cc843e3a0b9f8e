import { outline } from './icon.ts';

export const IconX = /* @__PURE__ */ outline('M18 6l-12 12M6 6l12 12');
