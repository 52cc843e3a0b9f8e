import { Checkbox, Group, MultiSelect, TextInput, VisuallyHidden } from '@mantine/core';
import type { Applied } from '@quartermaster/contract/endpoints/door.ts';
import { type Replacement, replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../shared/access/addressed-instance.tsx';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { ChangeSetForm } from '../../shared/change-set/change-set-form.tsx';
import { useChangeSet } from '../../shared/change-set/use-change-set.ts';
import { useApplyDoor } from '../../shared/data/doors.ts';
import { templateQueries } from '../../shared/data/templates.ts';
import { useRequest } from '../../shared/services/request.ts';
import { count } from '../../shared/ui/count.ts';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { useBack } from '../../shared/ui/page/use-back.ts';
import { texts } from '../../shared/ui/texts.ts';
import classes from './replace.module.css';

/** Finds a text in all items of the active instance, and replaces it. */
export const ReplacePage = () => (
  <AddressedInstance>
    <RequireAccess to={replacements.apply} pending={<ReplaceHeader />}>
      <Replace />
    </RequireAccess>
  </AddressedInstance>
);

function ReplaceHeader() {
  const context = useInstanceContext();
  const to = useBack(paths.home);
  return (
    <PageHeader
      title={texts.findAndReplace}
      back={{ label: to === paths.home ? 'Dashboard' : 'Items', to }}
      nextToTitle={context && <EnvBadge env={context.env} />}
    />
  );
}

function Replace() {
  const instanceId = useInstanceId();
  // Empty again once something was replaced.
  const [forms, setForms] = useState(0);
  return (
    <div className={classes.page}>
      <ReplaceHeader />
      <ReplaceForm key={`${instanceId}/${forms}`} instanceId={instanceId} onDone={() => setForms(forms + 1)} />
    </div>
  );
}

const replacedText = ({ updated }: Applied['counts']): string => `Replaced in ${count(updated, 'item')}`;

function ReplaceForm({ instanceId, onDone }: { instanceId: number; onDone: () => void }) {
  const navigate = useNavigate();
  const back = useBack(paths.home);
  const [search] = useSearchParams();
  const [input, setInput] = useState<Replacement>({
    find: '',
    replace_with: '',
    templates: [...new Set(search.getAll('template'))],
  });
  const { templates = [], ...others } = input;
  const change = (changed: Partial<Replacement>) => setInput((before) => ({ ...before, ...changed }));
  const options = {
    instanceId,
    door: replacements,
    apply: useApplyDoor(instanceId, replacements, { of: 'replaceTexts', textOf: replacedText }),
    isOpen: true,
    onClose: onDone,
    onApplied: () => undefined,
  };
  const replacement = { ...others, ...(templates.length > 0 && { templates }) };
  const run = useChangeSet(options, input.find === '' ? undefined : replacement);
  const replaceWith = useRef<HTMLInputElement>(null);
  // What was left out is left out of what was found.
  const find = (text: string) => {
    change({ find: text });
    run.includeAll();
  };
  // Enter searches elsewhere: it must not replace what is found, above all not with nothing.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    replaceWith.current?.focus();
  };
  return (
    <ChangeSetForm
      instanceId={instanceId}
      run={run}
      onClose={run.running ? onDone : () => void navigate(back)}
      submit="Replace"
      submitTo="Replace in"
      hint="Enter a text to see each item that contains it, before and after."
      verbs={['contains it', 'contain it']}
      namesTemplates
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the inputs in it are what is typed into */}
      <div className={classes.texts} onKeyDown={onKeyDown}>
        <TextInput
          label="Find"
          value={input.find}
          onChange={({ currentTarget }) => find(currentTarget.value)}
          maxLength={1000}
          autoComplete="off"
          data-autofocus
          autoFocus
        />
        <TextInput
          ref={replaceWith}
          label="Replace with"
          value={input.replace_with}
          onChange={({ currentTarget }) => change({ replace_with: currentTarget.value })}
          maxLength={10_000}
          autoComplete="off"
        />
      </div>
      <div className={classes.where}>
        <TemplatesSelect
          instanceId={instanceId}
          value={templates}
          onChange={(chosen) => change({ templates: chosen })}
        />
        <Group gap="lg" className={classes.how ?? ''}>
          <Checkbox
            label="Match case"
            checked={input.match_case ?? false}
            onChange={({ currentTarget }) => change({ match_case: currentTarget.checked })}
          />
          <Checkbox
            label="Whole words"
            checked={input.whole_words ?? false}
            onChange={({ currentTarget }) => change({ whole_words: currentTarget.checked })}
          />
        </Group>
      </div>
      <VisuallyHidden component="h2">Preview</VisuallyHidden>
    </ChangeSetForm>
  );
}

interface TemplatesSelectProps {
  instanceId: number;
  value: readonly string[];
  onChange: (templates: string[]) => void;
}

/** Chooses templates; none stands for all. */
function TemplatesSelect({ instanceId, value, onChange }: TemplatesSelectProps) {
  const { data } = useQuery(templateQueries.list(useRequest(), instanceId));
  const known = (data?.templates ?? []).map(({ id, header }) => ({ value: id, label: header.label }));
  return (
    <MultiSelect
      label="Templates"
      placeholder={value.length === 0 ? 'All templates' : ''}
      data={known}
      value={[...value]}
      onChange={onChange}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="No templates"
    />
  );
}
