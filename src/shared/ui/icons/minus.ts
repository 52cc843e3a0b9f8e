import { outline } from './icon.tsx';

export const IconMinus = /* @__PURE__ */ outline('M5 12l14 0');
