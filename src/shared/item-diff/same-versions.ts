/** Shown for two versions without a difference. */
export const sameVersions = 'Both versions are the same.';
