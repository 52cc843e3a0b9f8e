import { outline } from './icon.ts';

export const IconChartDots = /* @__PURE__ */ outline(
  'M3 3v18h18M7 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M17 7a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M12 15a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M10.16 10.62l2.34 2.88M15.088 13.328l2.837 -4.586',
);
