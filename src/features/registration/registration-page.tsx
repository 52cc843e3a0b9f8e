import { useLocation } from 'react-router-dom';
import { CheckEmail } from './check-email.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { sentMailOf } from './sent-mail.ts';

/** The form, then "check your email": two history entries, so that going back returns to the form. */
export function RegistrationPage() {
  const sent = sentMailOf(useLocation().state);
  return sent ? <CheckEmail sent={sent} /> : <RegistrationForm />;
}
