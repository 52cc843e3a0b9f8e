import { Button, Loader, Text } from '@mantine/core';
import { tooManyResends } from '@quartermaster/contract/errors.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useNavigate } from 'react-router-dom';
import { useResendEmail } from '../../shared/data/registration.ts';
import { useSingleRun } from '../../shared/form/use-single-run.ts';
import { HttpError } from '../../shared/http/http-error.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { HumanCheck, unlessChallenge } from '../../shared/ui/human-check/human-check.tsx';
import { TextLink } from '../../shared/ui/link-button.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { texts } from '../../shared/ui/texts.ts';
import classes from './check-email.module.css';
import type { SentMail } from './sent-mail.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Minimum seconds between two emails. */
const cooldown = 59;

/** Shown after the form: the address that the email was sent to, and a button to resend it. */
export function CheckEmail({ sent }: { sent: SentMail }) {
  const navigate = useNavigate();
  const resend = useResendEmail();
  const left = useSecondsLeft(sent.sentAt + cooldown * 1000);
  const isClosed = left > 0 || resend.isPending;
  const { run: sendAgain } = useSingleRun(async () => {
    if (isClosed) return false;
    try {
      await resend.mutateAsync(sent.email);
      const state: SentMail = { ...sent, sentAt: Date.now(), resends: sent.resends + 1 };
      await navigate(paths.registration, { state, replace: true });
    } catch (error) {
      if (error instanceof HttpError && error.body.status_code === tooManyResends)
        await navigate(paths.registrationHelp);
    }
    return false;
  });
  return (
    <PublicPage
      title={texts.checkYourEmail}
      isResult
      footer={
        <>
          <TextLink to={paths.registration}>{texts.useAnotherAddress}</TextLink>
          <TextLink to={paths.registrationHelp}>Need help?</TextLink>
          <TextLink to={paths.signIn}>{texts.signIn}</TextLink>
        </>
      }
    >
      <ErrorCallout error={unlessChallenge(resend.error)} />
      <Text>
        We have sent a link to <strong>{sent.email}</strong>. Open it to create your password. The link works once, for
        24 hours.
      </Text>
      <Text c="dimmed" size="sm">
        Nothing there? Check your spam folder, or send it again.
      </Text>
      <HumanCheck error={resend.error} />
      {/* Not disabled while it waits or sends: a disabled button would lose the focus. */}
      <Button
        variant="default"
        fullWidth
        leftSection={resend.isPending && <Loader size={14} aria-hidden />}
        aria-disabled={isClosed}
        data-disabled={isClosed}
        onClick={() => void sendAgain()}
      >
        {left > 0 ? `Resend email in ${left} s` : 'Resend email'}
      </Button>
      <Text size="sm" role="status" className={classes.resends ?? ''}>
        {sent.resends > 0 && `Sent again ${sent.resends === 1 ? 'once' : `${sent.resends} times`}.`}
      </Text>
    </PublicPage>
  );
}
