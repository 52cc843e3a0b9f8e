import { Tabs } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { lazyPart } from '../../shared/ui/lazy/lazy-part.tsx';
import { FieldsTab } from './fields/fields-tab.tsx';
import { DetailsTab } from './settings/details-tab.tsx';
import classes from './template-editor.module.css';

/** The tabs of the template editor, keyed by their name in the URL; tabs that no page opens with are lazy. */
const editorTabs: Record<EditorTab, { label: string; Part?: ComponentType }> = {
  details: { label: 'Details', Part: DetailsTab },
  fields: { label: 'Fields', Part: FieldsTab },
  preview: {
    label: 'Preview form',
    Part: lazyPart(() => import('./preview/preview-form.tsx').then((m) => m.PreviewForm)),
  },
  json: {
    label: 'JSON preview',
    Part: lazyPart(() => import('./preview/json-preview.tsx').then((m) => m.JsonPreview)),
  },
};

/** The name of a tab in the URL. */
export type EditorTab = 'details' | 'fields' | 'preview' | 'json';

const isTab = (name: string | null): name is EditorTab => name !== null && Object.hasOwn(editorTabs, name);
const names = Object.keys(editorTabs).filter(isTab);

/** The active tab, stored in the URL; `first` if the URL has none. */
export function useEditorTab(first: EditorTab): EditorTab {
  const tab = useSearchParams()[0].get('tab');
  return isTab(tab) ? tab : first;
}

/** Switches to a tab without adding a history entry. */
export function useShowTab(): (tab: EditorTab) => void {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  return (tab) => {
    const next = new URLSearchParams(search);
    next.set('tab', tab);
    setSearch(next, { replace: true, state });
  };
}

interface EditorTabsProps {
  open: EditorTab;
  /** Undefined while the other tabs have nothing to show. */
  onShow?: (tab: EditorTab) => void;
  /** Rendered instead of the tab's own content. */
  instead?: ReactNode;
}

/** The four tabs; only the active one is mounted. */
export function EditorTabs({ open, onShow, instead }: EditorTabsProps) {
  return (
    <Tabs
      value={open}
      onChange={(value) => isTab(value) && onShow?.(value)}
      keepMounted={false}
      className={classes.tabs}
    >
      <Tabs.List>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name} disabled={!onShow && name !== open}>
            {editorTabs[name].label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => {
        const { Part } = editorTabs[name];
        return (
          <Tabs.Panel key={name} value={name} className={classes.panel} data-shown={name === open || undefined}>
            {instead ?? (Part && <Part />)}
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
