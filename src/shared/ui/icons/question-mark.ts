import { outline } from './icon.ts';

export const IconQuestionMark = /* @__PURE__ */ outline(
  'M8 8a3.5 3 0 0 1 3.5 -3h1a3.5 3 0 0 1 3.5 3a3 3 0 0 1 -2 3a3 4 0 0 0 -2 4M12 19l0 .01',
);
