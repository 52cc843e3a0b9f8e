import { MessagePage, Sentence } from './message-page.tsx';

/** Shown for pages that are only available in the Dev instance. */
export function NotAllowedPage() {
  return (
    <MessagePage title="Action not allowed">
      <Sentence>
        Creating items or templates is not permitted in the Stage and Prod instances. Switch to the Dev instance to
        create them.
      </Sentence>
    </MessagePage>
  );
}
