import { MessagePage, Sentence } from './message-page.tsx';

/** Shown to users with no role, or with one that does not suffice. */
export function AccessDeniedPage() {
  return (
    <MessagePage title="Access denied">
      <Sentence>You do not have permission to see this page. Ask an admin of the workspace for access.</Sentence>
    </MessagePage>
  );
}
