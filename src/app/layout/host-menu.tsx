import { type MenuNode, menuRoot } from '@quartermaster/contract/endpoints/menu.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { menuQueries } from '../../shared/data/menu.ts';
import { syncChangeQueries } from '../../shared/data/sync/sync-changes.ts';
import { useRequest } from '../../shared/services/request.ts';
import { useApp } from '../context/app-context.ts';
import type { MenuEntry } from '../context/host-api.ts';
import { type InstancePage, isPageShown, useOtherPages, usePageSections } from './instance-pages.ts';
import { isSettingsPath } from './settings-pages.ts';
import { useSettingsStart } from './sidebar/use-settings-start.ts';
import { useWaiting } from './use-waiting.ts';

/** Passes the links of the sidebar and the dashboard to the host, as data. */
export function HostMenu() {
  const { props } = useApp();
  const entries = useMenu();
  const sent = useRef('');
  useEffect(() => {
    const text = JSON.stringify(entries);
    if (text === sent.current) return;
    sent.current = text;
    props.onMenu?.(entries);
  });
  useEffect(
    () => () => {
      sent.current = '';
      props.onMenu?.([]);
    },
    [props],
  );
  return null;
}

function useMenu(): MenuEntry[] {
  const request = useRequest();
  const instanceId = useInstanceId();
  const context = useInstanceContext();
  const location = useLocation();
  const { pathname } = location;
  const settings = useSettingsStart();
  const canList = useRefusal(templates.list) === null;
  const { data } = useQuery({ ...menuQueries.list(request, instanceId), enabled: instanceId > 0 && canList });
  // Counted only on the dashboard: the server compares both instances for it.
  const { data: changes } = useQuery({ ...syncChangeQueries.amount(request, instanceId), enabled: false });
  const others = useOtherPages();
  const { sections } = usePageSections();
  const waiting = useWaiting();
  const entryOf = (page: InstancePage): MenuEntry => {
    const badge = page.to === paths.sync && changes ? changes : waiting && page.waits?.(waiting)?.count;
    return { label: page.label, to: page.to, isActive: isPageShown(page, location), ...(badge && { badge }) };
  };

  return [
    { label: context?.workspace.name ?? 'Dashboard', to: paths.home, isActive: pathname === paths.home },
    ...others.map(entryOf),
    ...(canList && data
      ? [{ label: 'Templates', isActive: false, entries: treeOf(data.menu, instanceId, pathname) }]
      : []),
    ...sections.map(({ title, pages }) => ({ label: title, isActive: false, entries: pages.map(entryOf) })),
    { label: 'Settings', to: settings, isActive: isSettingsPath(pathname) },
  ];
}

function treeOf(nodes: readonly MenuNode[], instanceId: number, pathname: string): MenuEntry[] {
  const byParent = Map.groupBy(
    nodes.toSorted((a, b) => a.order - b.order),
    ({ parent_id }) => parent_id,
  );
  const level = (parentId: string): MenuEntry[] =>
    (byParent.get(parentId) ?? []).map(({ id, template_id, label }) => {
      if (template_id === '') return { label, isActive: false, entries: level(id) };
      const isActive = pathname.startsWith(`${pathTo(paths.templates, { instanceId })}/${template_id}/`);
      return { label, to: pathTo(paths.items, { instanceId, templateId: template_id }), isActive };
    });
  return level(menuRoot);
}
