/** Console pages that emails link to. */
export const mailPages = {
  signIn: '/login',
  forgotPassword: '/password-reset',
  confirmRegistration: '/registration/confirm',
  invitation: '/invitation',
  setPassword: '/password-reset/confirm',
  emailChanged: '/email-update/confirm',
  removalCancelled: '/project-removal/cancelled',
  syncReview: '/instance-sync',
  billing: '/settings/billing',
} as const;

/** The path of a link with a secret: one of {@link mailPages}, which reads the secret from `hash`. */
export const pageWithHash = (page: (typeof mailPages)[keyof typeof mailPages], secret: string): string =>
  `${page}?${new URLSearchParams({ hash: secret })}`;

/** The path of the page that shows a review of a sync. */
export const syncReviewPage = (instanceId: number, reviewId: number): string =>
  `${mailPages.syncReview}?${new URLSearchParams({ instance: String(instanceId), review: String(reviewId) })}`;

/** The path of the page on which an owner changes the subscription of a workspace. */
export const billingPage = (workspaceId: number): string =>
  `${mailPages.billing}?${new URLSearchParams({ workspace: String(workspaceId) })}`;
