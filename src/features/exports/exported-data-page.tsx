import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useAtomValue } from 'jotai';
import { useLocation } from 'react-router-dom';
import { AddressedInstance } from '../../shared/access/addressed-instance.tsx';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { chromeAtom } from '../../shared/services/chrome.ts';
import { ListLayout } from '../../shared/table/list/list-layout.tsx';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import { lazyPart } from '../../shared/ui/lazy/lazy-part.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { comparedBuilds } from './builds/compare/compare-paths.ts';
import { type ExportsView, ExportTabs } from './builds/export-tabs.tsx';
import { ReportDialog } from './reports/report-dialog.tsx';
import { ReportTable } from './reports/report-table.tsx';
import { useReportAddress } from './reports/use-report-address.ts';
import { ExportButton } from './start/export-button.tsx';

const BuildsView = lazyPart(() => import('./builds/builds-view.tsx').then((m) => m.BuildsView));
const BuildComparison = lazyPart(() => import('./builds/compare/build-comparison.tsx').then((m) => m.BuildComparison));
const WebhooksView = lazyPart(() => import('./webhooks/webhooks-view.tsx').then((m) => m.WebhooksView));

/** The view that the address names. */
function viewOf(search: string): ExportsView {
  const view = new URLSearchParams(search).get('view');
  return view === 'builds' || view === 'channels' || view === 'webhooks' ? view : 'exports';
}

export function ExportedDataPage() {
  const context = useInstanceContext();
  const { header: hasHeader } = useAtomValue(chromeAtom);
  const { reportId, close } = useReportAddress();
  const { search } = useLocation();
  const view = viewOf(search);
  const { build, since } = comparedBuilds(search);
  const header = (
    <PageHeader
      title={texts.exportedData}
      back={{ label: context?.workspace.name ?? 'Dashboard', to: paths.home }}
      isInSidebar
      nextToTitle={context && <EnvBadge env={context.env} />}
      // The header has the button on every page.
      actions={!hasHeader && <ExportButton isNarrow={false} />}
    />
  );
  return (
    <AddressedInstance>
      <RequireAccess to={reports.list} pending={header}>
        <ListLayout>
          {header}
          <ExportTabs current={view} />
          {((view === 'builds' && build === undefined) || view === 'channels') && <BuildsView view={view} />}
          {view === 'builds' && build !== undefined && <BuildComparison key={build} build={build} since={since} />}
          {view === 'webhooks' && <WebhooksView />}
          {view === 'exports' && <ReportTable />}
        </ListLayout>
        <ReportDialog reportId={reportId} onClose={close} />
      </RequireAccess>
    </AddressedInstance>
  );
}
