import { MessagePage, Sentence } from './message-page.tsx';

/** Shown for URLs that match no page. */
export function NotFoundPage() {
  return (
    <MessagePage title="Page not found">
      <Sentence>There is nothing at this address, or you do not have access to it.</Sentence>
    </MessagePage>
  );
}
