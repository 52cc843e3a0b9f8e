import { outline } from './icon.ts';

export const IconGitPullRequest = /* @__PURE__ */ outline(
  'M4 18a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M4 6a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M16 18a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M6 8l0 8M11 6h5a2 2 0 0 1 2 2v8M14 9l-3 -3l3 -3',
);
