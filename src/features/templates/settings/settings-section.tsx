import { Stack } from '@mantine/core';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { isSet, type SettingGroup, settingGroups } from '@quartermaster/contract/field-types/setting.ts';
import { atom, useAtom } from 'jotai';
import { type ReactNode, useEffect, useId } from 'react';
import { IconChevronDown } from '../../../shared/ui/icons/chevron-down.ts';
import { settingsIn } from './inputs/group-inputs.tsx';
import classes from './settings.module.css';

/** The open groups, for as long as the console is mounted; rarely used ones are folded at first. */
const openGroupsAtom = atom<ReadonlySet<SettingGroup>>(new Set<SettingGroup>(['basics', 'rules']));

interface SettingsSectionProps {
  group: SettingGroup;
  settings: FieldSettings;
  errors: Readonly<Record<string, string>>;
  /** Settings of the group besides those of the type. */
  others?: readonly string[];
  children: ReactNode;
}

/** A group of settings that can be folded; an error in it opens it. */
export function SettingsSection({ group, settings, errors, others = [], children }: SettingsSectionProps) {
  const [openGroups, setOpenGroups] = useAtom(openGroupsAtom);
  const [headingId, contentId] = [useId(), useId()];
  const entries = settingsIn(settings, group);
  const isWrong = [...entries.map(([name]) => name), ...others].some((name) => errors[name] !== undefined);
  const isOpen = isWrong || openGroups.has(group);
  const setOpen = (next: boolean) =>
    setOpenGroups((before) => new Set([...before].filter((other) => other !== group).concat(next ? group : [])));
  // It stays open once the error is corrected, as the input has the focus.
  useEffect(() => {
    if (isWrong) setOpenGroups((before) => (before.has(group) ? before : new Set([...before, group])));
  }, [isWrong, group, setOpenGroups]);

  const values: Readonly<Record<string, unknown>> = { ...settings };
  const set = entries.filter(([name, setting]) => setting.isOptional && isSet(setting, values[name])).length;
  return (
    <section aria-labelledby={headingId}>
      <h2 className={classes.heading}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={isOpen ? contentId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={16} className={classes.chevron} aria-hidden />
          <span id={headingId}>{settingGroups[group]}</span>
          {!isOpen && set > 0 && <span className={classes.set}>{set} set</span>}
        </button>
      </h2>
      {isOpen && (
        <Stack gap="md" id={contentId} className={classes.content}>
          {children}
        </Stack>
      )}
    </section>
  );
}
