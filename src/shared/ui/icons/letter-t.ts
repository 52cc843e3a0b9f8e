import { outline } from './icon.ts';

export const IconLetterT = /* @__PURE__ */ outline('M6 4l12 0M12 4l0 16');
