/** The driver's error messages for a page that no longer exists. */
export const isReload = (error: unknown) =>
  error instanceof Error && /context was destroyed|because of a navigation|Cannot find context/.test(error.message);
