import { Button, Group } from '@mantine/core';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { pathWithin } from '../../shared/services/path-within.ts';
import { CopyBox } from '../../shared/ui/copy/copy-box.tsx';
import { CopyDetails } from '../../shared/ui/copy/copy-details.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { MessagePage, Sentence } from './message-page.tsx';

/**
 * Shown when a page cannot be rendered. The event id comes from the navigation state or the URL, what has failed (`missing`,
 * or else `reason`) from the state, the page itself (`from`) from the URL.
 */
export function ErrorPage() {
  const state: unknown = useLocation().state;
  const [search] = useSearchParams();
  const eventId = textOf(state, 'eventId') ?? search.get('eventId');
  const from = search.get('from');
  const navigate = useNavigate();
  const failed = textOf(state, 'missing') ?? textOf(state, 'reason');
  return (
    <MessagePage
      title={texts.wentWrong}
      action={
        from !== null && <Button onClick={() => navigate(pathWithin(from), { replace: true })}>{texts.tryAgain}</Button>
      }
    >
      {failed && <Sentence>{failed}</Sentence>}
      <Sentence>
        {texts.majorProblem}
        {eventId ? ' and quote this error ID.' : '.'}
      </Sentence>
      {eventId && (
        <Group>
          <CopyBox label="Error ID" value={eventId} />
          <CopyDetails errorId={eventId} />
        </Group>
      )}
    </MessagePage>
  );
}

/** A text field of the navigation state. */
function textOf(state: unknown, name: 'eventId' | 'missing' | 'reason'): string | null {
  if (typeof state !== 'object' || state === null) return null;
  const value: unknown = (state as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
}
