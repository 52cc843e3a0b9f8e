import { outline } from './icon.ts';

export const IconChevronLeft = /* @__PURE__ */ outline('M15 6l-6 6l6 6');
