import { outline } from './icon.ts';

export const IconPlus = /* @__PURE__ */ outline('M12 5l0 14M5 12l14 0');
