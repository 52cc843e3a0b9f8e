import { outline } from './icon.ts';

export const IconActivity = /* @__PURE__ */ outline('M3 12h4l3 8l4 -16l3 8h4');
