import { Tabs, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { type KeyboardEvent, type Ref, type RefObject, useId, useImperativeHandle, useRef } from 'react';
import { useEditor } from '../../model/editor-context.ts';
import { RemovedFields } from '../../removed/removed-fields.tsx';
import { SettingsPanel } from '../../settings/settings-panel.tsx';
import classes from '../fields-tab.module.css';
import { Palette } from './palette.tsx';

/** The sidebar's methods for other components. */
export interface FieldsSidebarHandle {
  /** Focuses the first editable setting, and optionally selects its text. */
  focusSettings: (options?: { selectsText: boolean }) => void;
}

interface FieldsSidebarProps {
  ref: Ref<FieldsSidebarHandle>;
  isReadOnly: boolean;
  tree: RefObject<HTMLElement | null>;
}

/** Next to the tree: the palette and the settings of the selected field. */
export function FieldsSidebar({ ref, isReadOnly, tree }: FieldsSidebarProps) {
  const editor = useEditor();
  const panel = useAtomValue(editor.panel);
  const settings = useRef<HTMLDivElement>(null);
  const another = useId();
  useImperativeHandle(ref, () => ({
    focusSettings: ({ selectsText } = { selectsText: false }) => {
      const firstOf = (selector: string) =>
        [...(settings.current?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
          (input) => !input.matches(':disabled'),
        );
      // The buttons before the inputs fold groups of settings.
      const first = firstOf('input, textarea, select') ?? firstOf('button');
      (first ?? settings.current)?.focus();
      if (selectsText && first instanceof HTMLInputElement) first.select();
    },
  }));

  const backToTree = (event: KeyboardEvent) => {
    // Escape closes an open list; a group of settings is no list.
    const isOpen =
      event.target instanceof Element &&
      event.target.matches(':is([role="combobox"], [aria-haspopup])[aria-expanded="true"]');
    if (event.key !== 'Escape' || isOpen || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    tree.current?.focus();
  };

  if (isReadOnly) {
    return (
      <aside className={classes.sidebar} aria-label="Field settings" onKeyDown={backToTree}>
        <Title order={2} size="sm" className={classes.sidebarTitle}>
          Settings
        </Title>
        <div ref={settings} tabIndex={-1} className={classes.panel}>
          <SettingsPanel />
        </div>
      </aside>
    );
  }
  return (
    <aside className={classes.sidebar} aria-label="Components and settings" onKeyDown={backToTree}>
      <Tabs
        value={panel}
        onChange={(value) => editor.showPanel(value === 'settings' ? 'settings' : 'components')}
        keepMounted={false}
        className={classes.tabs}
      >
        <Tabs.List grow>
          <Tabs.Tab value="components">Components</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="components" className={classes.panel}>
          <Palette />
          <RemovedFields onRestored={() => tree.current?.focus()} />
        </Tabs.Panel>
        <Tabs.Panel value="settings" className={classes.panel}>
          <div ref={settings} tabIndex={-1} className={classes.settings}>
            <SettingsPanel />
          </div>
          <section className={classes.next} aria-labelledby={another}>
            <Title order={2} size="sm" id={another}>
              Add another field
            </Title>
            <Palette isCompact />
          </section>
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}
