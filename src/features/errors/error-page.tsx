import { useLocation, useSearchParams } from 'react-router-dom';
import { CopyBox } from '../../shared/ui/copy/copy-box.tsx';
import { MessagePage, Sentence } from './message-page.tsx';

/** Where a page could not be shown at all; the event id comes with the navigation or in the address, what is missing with the navigation. */
export function ErrorPage() {
  const state: unknown = useLocation().state;
  const [search] = useSearchParams();
  const eventId = textOf(state, 'eventId') ?? search.get('eventId');
  const missing = textOf(state, 'missing');
  return (
    <MessagePage title="Oops! Something went wrong">
      {missing && <Sentence>{missing}</Sentence>}
      <Sentence>
        A major problem occurred. Please try again. If it keeps happening, contact support
        {eventId ? ' and quote this error ID.' : '.'}
      </Sentence>
      {eventId && <CopyBox label="Error ID" value={eventId} />}
    </MessagePage>
  );
}

/** A text that came with the navigation. */
function textOf(state: unknown, name: 'eventId' | 'missing'): string | null {
  if (typeof state !== 'object' || state === null) return null;
  const value: unknown = (state as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
}
