import type { Letter } from '../../core/mail/mail-text.ts';

interface Said {
  name: string;
  /** Empty where it is not known. */
  email: string;
  message: string;
  /** Of the error that it is about. */
  uid: string | undefined;
}

/** Tells whoever reads feedback what somebody says. */
export const feedbackLetter = (to: string, { name, email, message, uid }: Said): Letter => ({
  kind: 'operator',
  to,
  subject: `Feedback from ${name.replaceAll(/\s+/g, ' ')}`,
  headline: `${name} says`,
  sentences: [message],
  note: [email, ...(uid ? [`uid ${uid}`] : [])].join(' - '),
  ...(email && { replyTo: email }),
});
