/** Console pages that emails link to. */
export const mailPages = {
  signIn: '/login',
  forgotPassword: '/password-reset',
  confirmRegistration: '/registration/confirm',
  invitation: '/invitation',
  setPassword: '/password-reset/confirm',
  emailChanged: '/email-update/confirm',
  removalCancelled: '/project-removal/cancelled',
} as const;

/** The path of a link with a secret: one of {@link mailPages}, which reads the secret from `hash`. */
export const pageWithHash = (page: (typeof mailPages)[keyof typeof mailPages], secret: string): string =>
  `${page}?${new URLSearchParams({ hash: secret })}`;
