import { Tabs } from '@mantine/core';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { useMemo, useState } from 'react';
import type { ChangeKind } from '../ui/change/change-mark.tsx';
import classes from './change-list.module.css';
import { ChangeList, Difference } from './change-list.tsx';
import type { OptionReplacements } from './option-replacements.ts';
import { countOf, type TemplateChanges } from './template-changes.ts';

interface ChangeTabsProps {
  changes: TemplateChanges;
  /** How the changes affect the items; undefined if it is not known. */
  effects: readonly FieldEffect[] | undefined;
  /** The number of items of the template. */
  total: number;
  templateId: string;
  /** Added fields that the template had before. */
  restored: ReadonlySet<string>;
  /** If the user can choose what replaces removed options. */
  replacements?: OptionReplacements;
}

const kinds: { kind: ChangeKind; label: string }[] = [
  { kind: 'removed', label: 'Removed' },
  { kind: 'updated', label: 'Updated' },
  { kind: 'added', label: 'Added' },
];

/** The changes of a template: its name, and its fields in tabs by kind of change. */
export function ChangeTabs({ changes, effects, ...list }: ChangeTabsProps) {
  const byField = useMemo(() => new Map(effects?.map((effect) => [effect.field_id, effect])), [effects]);
  // A conversion keeps the values, also those of the fields in its rows, which are listed as removed.
  const isConverted = changes.updated.some(({ changed }) => changed.some(({ setting }) => setting === 'type'));
  const first = isConverted ? 'updated' : (kinds.find(({ kind }) => changes[kind].length > 0)?.kind ?? 'updated');
  // A choice applies only to the changes for which it was made.
  const [chosen, setChosen] = useState<{ tab: string | null; of: TemplateChanges }>();
  const activeTab = chosen?.of === changes ? chosen.tab : first;
  return (
    <>
      {changes.label && (
        <dl className={classes.settings}>
          <Difference name="Name" before={changes.label.before || null} after={changes.label.after} />
        </dl>
      )}
      {countOf(changes) > 0 && (
        <Tabs value={activeTab} onChange={(tab) => setChosen({ tab, of: changes })} keepMounted={false}>
          <Tabs.List>
            {kinds.map(({ kind, label }) => (
              <Tabs.Tab key={kind} value={kind}>
                {label} ({changes[kind].length})
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {kinds.map(({ kind }) => (
            <Tabs.Panel key={kind} value={kind} className={classes.changes}>
              <ChangeList kind={kind} changes={changes[kind]} effects={byField} {...list} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </>
  );
}
