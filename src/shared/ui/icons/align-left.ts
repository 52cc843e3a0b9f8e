import { outline } from './icon.ts';

export const IconAlignLeft = /* @__PURE__ */ outline('M4 6l16 0M4 12l10 0M4 18l14 0');
