import type { View } from '@quartermaster/contract/endpoints/views.ts';
import { memo, type ReactNode } from 'react';
import { offersActions } from '../../../../shared/ui/actions/offered-actions.ts';
import { LinkTabs } from '../../../../shared/ui/link-tabs.tsx';
import { viewPath } from './view-path.ts';
import classes from './views.module.css';

interface ViewTabsProps {
  instanceId: number;
  templateId: string;
  views: readonly View[];
  /** The id of the one that is open; undefined for all items, null while it is not known. */
  openId: number | null | undefined;
  /** True if the list is not as the open view has it. */
  isChanged: boolean;
  /** The button of the list of views. */
  children: ReactNode;
}

/** The saved views of a template as tabs, with the button that changes them. */
export const ViewTabs = memo(function ViewTabs(props: ViewTabsProps) {
  const { instanceId, templateId, views, openId, isChanged, children } = props;
  const scope = { instanceId, templateId };
  const hasFirst = views.some(({ is_first }) => is_first);
  const tabs = [
    { id: 'all', label: 'All items', to: viewPath(scope, hasFirst ? 'all' : undefined) },
    ...views.map(({ id, name }) => ({
      ...{ id: String(id), label: name, to: viewPath(scope, id) },
      isMarked: id === openId && isChanged,
    })),
  ];
  return (
    <div className={classes.tabs} {...offersActions}>
      <LinkTabs label="Saved views" tabs={tabs} current={openId === null ? null : String(openId ?? 'all')} />
      {children}
    </div>
  );
});
