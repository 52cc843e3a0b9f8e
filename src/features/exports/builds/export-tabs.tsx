import { paths } from '@quartermaster/contract/paths.ts';
import { LinkTabs } from '../../../shared/ui/link-tabs.tsx';

/** The two lists of the page: exports with their progress, and builds with their channels. */
export type ExportsView = 'exports' | 'builds';

const tabs = [
  { id: 'exports', label: 'Exports', to: paths.exportedData },
  { id: 'builds', label: 'Builds and channels', to: `${paths.exportedData}?view=builds` },
] as const;

/** Links the two lists to each other. */
export const ExportTabs = ({ current }: { current: ExportsView }) => (
  <LinkTabs label="Exports and builds" tabs={tabs} current={current} />
);
