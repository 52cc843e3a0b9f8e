/** The title of the question about a version that was saved first. */
export const conflictTitle = (what: string, isOwn: boolean): string =>
  isOwn
    ? `You have changed this ${what} in another tab in the meantime`
    : `Someone else has changed this ${what} in the meantime`;
