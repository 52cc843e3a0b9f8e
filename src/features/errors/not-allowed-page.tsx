import { MessagePage, Sentence } from './message-page.tsx';

/** For what can only be done in the Dev instance. */
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
