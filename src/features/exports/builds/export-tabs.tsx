import { paths } from '@quartermaster/contract/paths.ts';
import { LinkTabs } from '../../../shared/ui/link-tabs.tsx';

/** The lists of the page: exports with their progress, builds, channels that point at them, and webhooks. */
export type ExportsView = 'exports' | 'builds' | 'channels' | 'webhooks';

const tabs = [
  { id: 'exports', label: 'Exports', to: paths.exportedData },
  { id: 'builds', label: 'Builds', to: `${paths.exportedData}?view=builds` },
  { id: 'channels', label: 'Channels', to: `${paths.exportedData}?view=channels` },
  { id: 'webhooks', label: 'Webhooks', to: `${paths.exportedData}?view=webhooks` },
] as const;

/** Links the lists to each other. */
export const ExportTabs = ({ current }: { current: ExportsView }) => (
  <LinkTabs label="Exports, builds, channels and webhooks" tabs={tabs} current={current} />
);
