import { MessagePage, Sentence } from './message-page.tsx';

/** For addresses that lead nowhere. */
export function NotFoundPage() {
  return (
    <MessagePage title="Page not found">
      <Sentence>There is nothing at this address, or it is no longer there.</Sentence>
    </MessagePage>
  );
}
