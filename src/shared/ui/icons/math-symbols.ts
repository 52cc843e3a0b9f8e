import { outline } from './icon.ts';

export const IconMathSymbols = /* @__PURE__ */ outline(
  'M3 12l18 0M12 3l0 18M16.5 4.5l3 3M19.5 4.5l-3 3M6 4l0 4M4 6l4 0M18 16l.01 0M18 20l.01 0M4 18l4 0',
);
