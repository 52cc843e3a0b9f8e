import { paths } from '@quartermaster/contract/paths.ts';
import { LinkTabs } from '../../../shared/ui/link-tabs.tsx';

/** The lists of the page: exports with their progress, builds with their channels, and webhooks. */
export type ExportsView = 'exports' | 'builds' | 'webhooks';

const tabs = [
  { id: 'exports', label: 'Exports', to: paths.exportedData },
  { id: 'builds', label: 'Builds and channels', to: `${paths.exportedData}?view=builds` },
  { id: 'webhooks', label: 'Webhooks', to: `${paths.exportedData}?view=webhooks` },
] as const;

/** Links the lists to each other. */
export const ExportTabs = ({ current }: { current: ExportsView }) => (
  <LinkTabs label="Exports, builds and webhooks" tabs={tabs} current={current} />
);
