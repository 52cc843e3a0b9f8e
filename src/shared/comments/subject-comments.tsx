import { comments, type Thread, type ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useMemo } from 'react';
import { useInstanceId } from '../access/active-instance.ts';
import { useRefusal } from '../access/use-refusal.ts';
import { commentQueries } from '../data/comments.ts';
import { useRequest } from '../services/request.ts';
import { commonKeys } from '../ui/actions/keys.ts';
import { usePageAction } from '../ui/actions/page-actions.ts';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { lazyPart } from '../ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../ui/lazy/use-has-opened.ts';
import { type CommentPlace, countByPlace, totalOf } from './comment-spot.ts';
import { CommentsButton } from './comments-button.tsx';
import { SubjectContext, type SubjectOnPage } from './subject-context.ts';
import type { SubjectDrawerProps } from './subject-drawer.tsx';
import { subjectPlaces } from './subject-places.ts';
import { useCommentsStart } from './use-comments-start.ts';

const SubjectDrawer = lazyPart<SubjectDrawerProps>(() => import('./subject-drawer.tsx').then((m) => m.SubjectDrawer), {
  isOnUse: true,
});

interface SubjectCommentsProps {
  of: ThreadSubject;
  /** The names of a template's fields by their ids. */
  fields?: ReadonlyMap<string, string>;
  children: ReactNode;
}

/** The comments on a template, a review, a release or a proposal: a page around which it is opens them over itself. */
export function SubjectComments(props: SubjectCommentsProps) {
  const mayRead = useRefusal(comments.list) === null;
  return mayRead ? <Readable {...props} /> : props.children;
}

const none: readonly Thread[] = [];

function Readable({ of: { about, subject_id, template_id }, fields, children }: SubjectCommentsProps) {
  const { isOpen, start, open, close } = useCommentsStart();
  const of = useMemo(
    (): ThreadSubject => ({
      about,
      ...(subject_id !== undefined && { subject_id }),
      ...(template_id !== undefined && { template_id }),
    }),
    [about, subject_id, template_id],
  );
  const { data: threads } = useQuery(commentQueries.threads(useRequest(), useInstanceId(), of));
  const places = useMemo(() => subjectPlaces(of, fields), [of, fields]);
  const counts = useMemo(
    () => countByPlace(threads ?? none, (thread) => places.placeOf(thread).key),
    [threads, places],
  );
  const isMounted = useHasOpened(isOpen);
  const openAt = useStableCallback((spot: CommentPlace) => open({ spot }));
  const toggle = useStableCallback(() => (isOpen ? close() : open(null)));
  const onPage = useMemo(
    (): SubjectOnPage => ({ of, counts, total: threads && totalOf(threads), isOpen, openAt, toggle }),
    [of, counts, threads, isOpen, openAt, toggle],
  );
  const label = about === 'template' ? 'Comment on the template' : 'Comment on the line';
  usePageAction({ label, keys: commonKeys.comment }, () => {
    const line = document.activeElement?.closest('tr, li, header');
    const bubble = line?.querySelector<HTMLElement>('[data-bubble]');
    if (bubble) bubble.click();
    else openAt(places.subject);
  });
  return (
    <SubjectContext value={onPage}>
      {children}
      {isMounted && <SubjectDrawer of={of} places={places} start={start} isOpen={isOpen} onClose={close} />}
    </SubjectContext>
  );
}

/** Opens and closes the comments of the page. */
export function SubjectCommentsButton() {
  const subject = use(SubjectContext);
  return subject && <CommentsButton isOpen={subject.isOpen} total={subject.total} onToggle={subject.toggle} />;
}
