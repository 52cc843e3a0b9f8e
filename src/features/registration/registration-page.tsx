import { useLocation } from 'react-router-dom';
import { CheckEmail } from './check-email.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { sentMailOf } from './sent-mail.ts';

/** The form, and after it "check your email": two entries of the history, so that going back leads to the form. */
export function RegistrationPage() {
  const sent = sentMailOf(useLocation().state);
  return sent ? <CheckEmail sent={sent} /> : <RegistrationForm />;
}
