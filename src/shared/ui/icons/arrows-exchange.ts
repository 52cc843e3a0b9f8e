import { outline } from './icon.ts';

export const IconArrowsExchange = /* @__PURE__ */ outline('M7 10h14l-4 -4M17 14h-14l4 4');
