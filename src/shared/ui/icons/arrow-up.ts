import { outline } from './icon.ts';

export const IconArrowUp = /* @__PURE__ */ outline('M12 5l0 14M18 11l-6 -6M6 11l6 -6');
