import { outline } from './icon.ts';

export const IconMathXy = /* @__PURE__ */ outline('M14 9l3 5.063M4 9l6 6M4 15l6 -6M20 9l-4.8 9');
