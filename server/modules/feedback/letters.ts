import type { Letter } from '../../core/mail/mail-text.ts';

interface Said {
  name: string;
  /** Empty if unknown. */
  email: string;
  message: string;
  /** Id of the related error event. */
  uid: string | undefined;
}

/** A mail with a user's feedback. */
export const feedbackLetter = (to: string, { name, email, message, uid }: Said): Letter => ({
  kind: 'operator',
  to,
  subject: `Feedback from ${name.replaceAll(/\s+/g, ' ')}`,
  headline: `${name} says`,
  sentences: [message],
  note: [email, ...(uid ? [`uid ${uid}`] : [])].join(' - '),
  ...(email && { replyTo: email }),
});
