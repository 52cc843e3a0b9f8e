import { outline } from './icon.ts';

export const IconLayoutSidebarRight = /* @__PURE__ */ outline(
  'M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12M15 4l0 16',
);
