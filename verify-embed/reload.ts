/** What the browser's driver says when the page that it was to look at has gone. */
export const isReload = (error: unknown) =>
  error instanceof Error && /context was destroyed|because of a navigation|Cannot find context/.test(error.message);
