import type { createBrowserRouter } from 'react-router-dom';
import { dropAllDrafts } from '../shared/drafts/stored-drafts.ts';
import type { Services } from '../shared/services/services.ts';
import { dropStored, shownItems } from '../shared/storage/storage.ts';
import { backStateTo } from '../shared/ui/page/use-back.ts';
import type { ConsoleProps } from './context/console-props.ts';
import { writeTabInstance } from './context/tab-instance.ts';
import type { PageMember } from './page-member.ts';
import type { PageSession } from './page-session.ts';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'navigate'>;

interface ServicesContext
  extends Pick<Services, 'challenge' | 'confirmation' | 'notify' | 'report' | 'unsavedChanges' | 'part'> {
  page: PageSession;
  /** The console among those of the page. */
  member: PageMember;
  /** Read on each use, as `detachProps` replaces some of them. */
  props: ConsoleProps;
  /** Created later than the services. */
  router: () => Router;
  /** The path and query of a location within the console. */
  pathOf: (location: Router['state']['location']) => string;
}

/** The services that the pages of one console use. */
export function createServices(context: ServicesContext): Services {
  const { page, member, props, router, pathOf, challenge, confirmation, notify, report, unsavedChanges, part } =
    context;
  const { request, session, connection, apiBase, fetch } = page.api;
  // Not spread: V8 would keep the getters, and with them an unmounted console, in the shape of the object.
  return {
    request,
    session,
    challenge,
    confirmation,
    notify,
    report,
    unsavedChanges,
    connection,
    presence: page.live.presence,
    apiBase,
    fetch,
    ownsDocument: props.ownsDocument,
    hostExtensions: props.extensions ?? [],
    part,
    nonce: props.nonce,
    get root() {
      return props.root;
    },
    get overlay() {
      return props.overlay;
    },
    startSession: (expiresAt) => page.begin(member, () => session.begin(expiresAt)),
    endSession: () =>
      page.end(member, () => {
        dropAllDrafts();
        dropStored(shownItems);
        writeTabInstance(apiBase, 0);
        session.end();
      }),
    companyName: props.companyName,
    leaveTo: (url) => props.navigate(url),
    hrefOf: (path) => (props.routing === 'memory' ? path : props.basename.replace(/\/$/, '') + path),
    isAt: (pathname) => {
      const { navigation, location } = router().state;
      return pathOf(navigation.location ?? location).split('?')[0] === pathname;
    },
    follow: (path, hasBackLink) => {
      const { location } = router().state;
      const here = pathOf(location);
      const state = hasBackLink ? backStateTo(here, location.state) : null;
      void router().navigate(path, { replace: path === here, state });
    },
    detailsOf: (errorId) => props.detailsOf(errorId),
    setTitle: (title, crumbs) => {
      if (props.ownsDocument) document.title = `${title} · Quartermaster`;
      props.onEvent({ type: 'title', title });
      props.onEvent({ type: 'breadcrumb', crumbs });
    },
  };
}
