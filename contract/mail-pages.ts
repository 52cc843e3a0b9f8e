/** Pages of the console that mails lead to. */
export const mailPages = {
  signIn: '/login',
  forgotPassword: '/password-reset',
  confirmRegistration: '/registration/confirm',
  invitation: '/invitation',
  setPassword: '/password-reset/confirm',
  emailChanged: '/email-update/confirm',
  removalCancelled: '/project-removal/cancelled',
} as const;

/** Where a link with a secret leads: to one of {@link mailPages}, which reads it as `hash`. */
export const pageWithHash = (page: (typeof mailPages)[keyof typeof mailPages], secret: string): string =>
  `${page}?${new URLSearchParams({ hash: secret })}`;
