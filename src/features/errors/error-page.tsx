import { useLocation, useSearchParams } from 'react-router-dom';
import { CopyBox } from '../../shared/ui/copy-box.tsx';
import { MessagePage, Sentence } from './message-page.tsx';

/** Where a page could not be shown at all; the event id comes with the navigation or in the address. */
export function ErrorPage() {
  const state: unknown = useLocation().state;
  const [search] = useSearchParams();
  const eventId = idOf(state) ?? search.get('eventId');
  return (
    <MessagePage title="Oops! Something went wrong">
      <Sentence>
        A major problem occurred. Please try again. If it keeps happening, contact support
        {eventId ? ' and quote this error ID.' : '.'}
      </Sentence>
      {eventId && <CopyBox label="Error ID" value={eventId} />}
    </MessagePage>
  );
}

function idOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('eventId' in state)) return null;
  return typeof state.eventId === 'string' ? state.eventId : null;
}
