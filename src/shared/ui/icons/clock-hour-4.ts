import { outline } from './icon.ts';

export const IconClockHour4 = /* @__PURE__ */ outline('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M12 12l3 2M12 7v5');
