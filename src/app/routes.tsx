import { paths } from '@quartermaster/contract/paths.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, replace } from 'react-router-dom';
import { prefetchItemForm, prefetchItemsList } from '../features/items/prefetch.ts';
import { prefetchTemplate } from '../features/templates/prefetch.ts';
import { RequireRole } from '../shared/access/require-role.tsx';
import type { Prefetch } from '../shared/services/prefetch.ts';
import type { Request } from '../shared/services/services.ts';
import { signedInRoute } from './context/only-pages.ts';
import { prefetchBootstrap } from './layout/bootstrap.ts';
import { CodeSkeleton } from './layout/code-skeleton.tsx';
import { LeaveGuard } from './layout/leave/leave-guard.tsx';
import { RouteCrash } from './layout/route-crash.tsx';
import { settingsPages } from './layout/settings-pages.ts';
import { SignedInLayout } from './layout/signed-in-layout.tsx';
import { page } from './page-route.tsx';
import { partPath } from './part-pages.ts';
import { prefetchInstance } from './prefetch-instance.ts';

/**
 * How long a navigation waits for the page's data, in milliseconds: too short to be noticed, and usually enough to render the page once,
 * with its content, instead of twice.
 */
const answerTimeout = 40;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface RouteDependencies {
  request: Request;
  queries: QueryClient;
  /** True if the user is probably signed in. */
  isSessionKnown: () => boolean;
  /** The path to open in place of a URL; null for the URL itself. */
  replacementOf: (url: URL) => string | null;
  /** True in a part, which has a page that the whole console lacks. */
  isPart: boolean;
}

/**
 * The routes of the console. Each route loads its code lazily and starts its requests in parallel, from the parameters
 * in its URL.
 */
export function createRoutes(dependencies: RouteDependencies): RouteObject[] {
  const { request, queries, isSessionKnown, replacementOf, isPart } = dependencies;
  const prefetching: Prefetching = (...prefetches) => ({
    loader: async ({ params, request: { url } }: LoaderFunctionArgs) => {
      const context = { request, queries, params, search: new URL(url).searchParams };
      await Promise.race([Promise.all(prefetches.map((prefetch) => prefetch(context))), pause(answerTimeout)]);
      return null;
    },
  });
  const instance: Prefetch = ({ params }) => prefetchInstance(request, queries, Number(params.instanceId));
  const instancePages: RouteObject = {
    // Without a path of its own, so that a path that is not an instance page counts as unknown.
    ...prefetching(instance),
    shouldRevalidate: ({ currentParams, nextParams }) => currentParams.instanceId !== nextParams.instanceId,
    children: [...createInstancePages(prefetching), ...(isPart ? createPartPages() : [])],
  };
  return [
    {
      Component: LeaveGuard,
      loader: ({ request: { url } }) => {
        const replacement = replacementOf(new URL(url));
        return replacement === null ? null : replace(replacement);
      },
      shouldRevalidate: ({ nextUrl }) => replacementOf(nextUrl) !== null,
      HydrateFallback: CodeSkeleton,
      errorElement: <RouteCrash />,
      children: [
        {
          id: signedInRoute,
          Component: SignedInLayout,
          // A browser runs six requests at a time: the page's own, with the larger responses, go first.
          loader: async () => {
            await Promise.resolve();
            // Without a session there may be no user, and a page that is open to all requests nothing.
            if (isSessionKnown()) prefetchBootstrap(request, queries);
            return null;
          },
          shouldRevalidate: () => false,
          children: [
            { errorElement: <RouteCrash />, children: [...createAccountPages(), instancePages, ...createOpenPages()] },
          ],
        },
        ...createSignedOutPages(),
      ],
    },
  ];
}

/** Makes the loader of a page that starts its requests. */
type Prefetching = (...prefetches: Prefetch[]) => { loader: LoaderFunction };

const openToAll = { isOpen: true };

/** Pages of the user, the workspaces and the active instance. Each console has routes of its own, which hold what they have loaded. */
const createAccountPages = (): RouteObject[] => [
  page(paths.home, () => import('../features/dashboard/dashboard-page.tsx').then((m) => m.DashboardPage)),
  ...settingsPages.map(({ path, access, fetchPage }) => ({
    path,
    // Pages without a workspace in their URL check the role themselves.
    ...(access ? { element: <RequireRole to={access} /> } : {}),
    children: [page('', fetchPage)],
  })),
  page(paths.exportedData, () => import('../features/exports/exported-data-page.tsx').then((m) => m.ExportedDataPage)),
  page(paths.exportSettings, () =>
    import('../features/exports/delivery/export-settings-page.tsx').then((m) => m.ExportSettingsPage),
  ),
  page(paths.connectAssistant, () =>
    import('../features/exports/assistants/connect-assistant-page.tsx').then((m) => m.ConnectAssistantPage),
  ),
  page(paths.navigationSetup, () =>
    import('../features/navigation/navigation-setup-page.tsx').then((m) => m.NavigationSetupPage),
  ),
  page(paths.menuHistory, () => import('../features/history/menu-history-page.tsx').then((m) => m.MenuHistoryPage)),
  page(paths.activity, () => import('../features/activity/activity-page.tsx').then((m) => m.ActivityPage)),
  page(paths.trash, () => import('../features/trash/trash-page.tsx').then((m) => m.TrashPage)),
  page(paths.changes, () => import('../features/sync/change-sets/change-sets-page.tsx').then((m) => m.ChangeSetsPage)),
  page(paths.changeSet, () => import('../features/sync/change-sets/change-set-page.tsx').then((m) => m.ChangeSetPage)),
  page(paths.replace, () => import('../features/replace/replace-page.tsx').then((m) => m.ReplacePage)),
  page(paths.proposals, () => import('../features/proposals/proposals-page.tsx').then((m) => m.ProposalsPage)),
  page(paths.proposal, () => import('../features/proposals/proposal-page.tsx').then((m) => m.ProposalPage)),
  page(paths.sync, () => import('../features/sync/instance-sync-page.tsx').then((m) => m.InstanceSyncPage)),
  page(paths.syncHistory, () => import('../features/sync/change-sets/change-sets-page.tsx').then((m) => m.SyncsPage)),
  page(paths.syncHistoryEntry, () =>
    import('../features/sync/history/history-entry-page.tsx').then((m) => m.HistoryEntryPage),
  ),
  page(paths.syncReviews, () => import('../features/sync/reviews/reviews-page.tsx').then((m) => m.ReviewsPage)),
  page(paths.releases, () => import('../features/sync/releases/releases-page.tsx').then((m) => m.ReleasesPage)),
  page(paths.release, () => import('../features/sync/releases/release-page.tsx').then((m) => m.ReleasePage)),
  page(paths.syncReview, () => import('../features/sync/reviews/review-page.tsx').then((m) => m.ReviewPage)),
];

/** Pages whose address names the instance. */
const createInstancePages = (prefetching: Prefetching): RouteObject[] => [
  page(paths.templateFromSheet, () =>
    import('../features/templates/from-sheet/template-from-sheet-page.tsx').then((m) => m.TemplateFromSheetPage),
  ),
  page(paths.newTemplate, () => import('../features/templates/template-new-page.tsx').then((m) => m.TemplateNewPage)),
  page(
    paths.template,
    () => import('../features/templates/template-edit-page.tsx').then((m) => m.TemplateEditPage),
    prefetching(prefetchTemplate),
  ),
  page(
    paths.copyTemplate,
    () => import('../features/templates/template-copy-page.tsx').then((m) => m.TemplateCopyPage),
    prefetching(prefetchTemplate),
  ),
  page(paths.templateHistory, () =>
    import('../features/history/template-history-page.tsx').then((m) => m.TemplateHistoryPage),
  ),
  page(paths.itemHistory, () => import('../features/history/item-history-page.tsx').then((m) => m.ItemHistoryPage)),
  page(
    paths.items,
    () => import('../features/items/list/items-list-page.tsx').then((m) => m.ItemsListPage),
    prefetching(prefetchItemsList),
  ),
  page(
    paths.newItem,
    () => import('../features/items/form/item-new-page.tsx').then((m) => m.ItemNewPage),
    prefetching(prefetchItemForm),
  ),
  page(paths.itemsGrid, () => import('../features/items/grid/grid-page.tsx').then((m) => m.GridPage)),
  page(paths.importItems, () =>
    import('../features/items/import/items-import-page.tsx').then((m) => m.ItemsImportPage),
  ),
  page(paths.imageUpload, () =>
    import('../features/items/upload/image-upload-page.tsx').then((m) => m.ImageUploadPage),
  ),
  page(
    paths.item,
    () => import('../features/items/form/item-edit-page.tsx').then((m) => m.ItemEditPage),
    prefetching(prefetchItemForm),
  ),
];

/** Pages of parts that are no pages of the whole console. */
const createPartPages = (): RouteObject[] => [
  page(partPath, () => import('../features/parts/part-page.tsx').then((m) => m.PartPage)),
];

/** Pages that are shown with and without a session. */
const createOpenPages = (): RouteObject[] => [
  page(
    paths.accessDenied,
    () => import('../features/errors/access-denied-page.tsx').then((m) => m.AccessDeniedPage),
    openToAll,
  ),
  page(
    paths.notAllowed,
    () => import('../features/errors/not-allowed-page.tsx').then((m) => m.NotAllowedPage),
    openToAll,
  ),
  ...[paths.notFound, '*'].map((path) =>
    page(path, () => import('../features/errors/not-found-page.tsx').then((m) => m.NotFoundPage), openToAll),
  ),
];

const createSignedOutPages = (): RouteObject[] => [
  page(paths.signIn, () => import('../features/sign-in/sign-in-page.tsx').then((m) => m.SignInPage)),
  page(paths.companyOnly, () => import('../features/sign-in/company-only-page.tsx').then((m) => m.CompanyOnlyPage)),
  page(paths.factorNeeded, () =>
    import('../features/settings/account/second-factor/factor-needed-page.tsx').then((m) => m.FactorNeededPage),
  ),
  page(paths.registration, () =>
    import('../features/registration/registration-page.tsx').then((m) => m.RegistrationPage),
  ),
  page(paths.confirmRegistration, () =>
    import('../features/password/registration-confirm-page.tsx').then((m) => m.RegistrationConfirmPage),
  ),
  page(paths.invitation, () => import('../features/invitation/invitation-page.tsx').then((m) => m.InvitationPage)),
  page(paths.registrationHelp, () =>
    import('../features/registration/registration-help-page.tsx').then((m) => m.RegistrationHelpPage),
  ),
  page(paths.forgotPassword, () =>
    import('../features/password/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
  ),
  page(paths.setPassword, () =>
    import('../features/password/password-reset-confirm-page.tsx').then((m) => m.PasswordResetConfirmPage),
  ),
  page(paths.emailChanged, () =>
    import('../features/confirmations/email-update-page.tsx').then((m) => m.EmailUpdatePage),
  ),
  page(paths.mentionMails, () =>
    import('../features/confirmations/mention-mails-page.tsx').then((m) => m.MentionMailsPage),
  ),
  page(paths.removalCancelled, () =>
    import('../features/confirmations/project-removal-page.tsx').then((m) => m.ProjectRemovalPage),
  ),
  page(paths.error, () => import('../features/errors/error-page.tsx').then((m) => m.ErrorPage)),
];
