import { Button, Stack, Text } from '@mantine/core';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { useState } from 'react';
import { FieldIcon } from '../field-types/field-icon.tsx';
import { type ChangeKind, changeSigns } from '../ui/change/change-mark.tsx';
import { count } from '../ui/count.ts';
import classes from './change-list.module.css';
import { ConvertedSample } from './converted-sample.tsx';
import { effectLines } from './effect-lines.ts';
import { ItemSample } from './item-sample.tsx';
import { type OptionReplacements, withReplaced } from './option-replacements.ts';
import { RemovedOptions } from './removed-options.tsx';
import { positionText, settingLabel, settingText } from './setting-texts.ts';
import type { FieldChange } from './template-changes.ts';

/** How many changes are shown until the user expands the list. */
const shownAtFirst = 50;

const emptyTexts: Record<ChangeKind, string> = {
  removed: 'No field is removed',
  updated: 'No field is changed',
  added: 'No field is added',
};

interface ChangeListProps {
  kind: ChangeKind;
  changes: readonly FieldChange[];
  /** How a save affects the items, by field; empty if there are none or it is not known. */
  effects: ReadonlyMap<string, FieldEffect>;
  /** The number of items of the template. */
  total: number;
  templateId: string;
  /** Added fields that the template had before. */
  restored: ReadonlySet<string>;
  /** If the user can choose what replaces removed options. */
  replacements?: OptionReplacements | undefined;
}

/** Changes of one kind, each with the state before and after it and its effect on the items. */
export function ChangeList({ kind, changes, ...rest }: ChangeListProps) {
  const [isWhole, setWhole] = useState(false);
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {emptyTexts[kind]}
      </Text>
    );
  }
  const visible = isWhole ? changes : changes.slice(0, shownAtFirst);
  return (
    <Stack gap="xs">
      <ul className={classes.list}>
        {visible.map((change) => (
          <Change key={change.id} kind={kind} change={change} {...rest} />
        ))}
      </ul>
      {visible.length < changes.length && (
        <Button variant="default" onClick={() => setWhole(true)}>
          Show all {count(changes.length, 'field')}
        </Button>
      )}
    </Stack>
  );
}

interface ChangeProps extends Omit<ChangeListProps, 'changes'> {
  change: FieldChange;
}

function Change({ kind, change, effects, total, templateId, restored, replacements }: ChangeProps) {
  const { id, settings, path, changed, moved } = change;
  const described = effects.get(id);
  const replaced = replacements?.byField.get(id) ?? {};
  const effect = described && withReplaced(described, replaced);
  const renamed = changed.find(({ setting }) => setting === 'name');
  const lines = effect ? effectLines(kind, change, effect, total) : [];
  return (
    <li className={classes.change} data-kind={kind}>
      <div className={classes.field}>
        <span className={classes.sign} aria-hidden>
          {changeSigns[kind]}
        </span>
        <FieldIcon type={settings.type} named />
        <span className={classes.label}>{settings.label || 'Untitled'}</span>
        <code className={classes.name}>{settings.name}</code>
        {path.length > 0 && <span className={classes.path}>in {path.join(' › ')}</span>}
        {kind === 'added' && restored.has(id) && <span className={classes.note}>restored</span>}
      </div>
      {(changed.length > 0 || moved) && (
        <dl className={classes.settings}>
          {changed.map(({ setting, before, after }) => (
            <Difference
              key={setting}
              name={settingLabel(setting)}
              before={settingText(setting, before)}
              after={settingText(setting, after)}
            />
          ))}
          {moved && <Difference name="Place" before={positionText(moved.from)} after={positionText(moved.to)} />}
        </dl>
      )}
      {renamed && (
        <div className={classes.effect} data-tone="loss">
          Exports have it under “{String(renamed.after)}” from then on: games that read “{String(renamed.before)}” no
          longer find it.
        </div>
      )}
      {replacements && described?.removed_options && (
        <RemovedOptions
          settings={settings}
          removed={described.removed_options}
          replaced={replaced}
          onReplace={(optionId, by) => replacements.replace(id, optionId, by)}
        />
      )}
      {lines.map(({ text, tone, items, converted }) => (
        <div key={text} className={classes.effect} data-tone={tone}>
          {text}
          {items && <ItemSample items={items} templateId={templateId} />}
          {converted && <ConvertedSample values={converted} templateId={templateId} />}
        </div>
      ))}
    </li>
  );
}

/** A value before and after; a setting that only one of two types has is shown on one side only. */
export function Difference({ name, before, after }: { name: string; before: string | null; after: string | null }) {
  return (
    <div className={classes.setting}>
      <dt>{name}</dt>
      <dd>
        {before !== null && <del>{before}</del>}
        {after !== null && <ins>{after}</ins>}
      </dd>
    </div>
  );
}
