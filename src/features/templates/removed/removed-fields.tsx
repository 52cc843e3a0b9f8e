import { Button, Title } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import type { RemovedField } from '@quartermaster/contract/endpoints/templates.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useCallback, useId, useMemo, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { FieldIcon } from '../../../shared/field-types/field-icon.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { timeAgo } from '../../../shared/ui/time-ago.ts';
import type { Draft } from '../model/draft.ts';
import { useDraftPart, useEditor } from '../model/editor-context.ts';
import { useEdit } from '../model/use-edit.ts';
import classes from './removed-fields.module.css';
import { entriesOf, type RemovedEntry, restoreField, sizeOf } from './restore-field.ts';

/** How many entries are shown until the user expands the list. */
const shownAtFirst = 10;

interface RemovedFieldsProps {
  /** Called after a field was restored: its entry here unmounts with the focus. */
  onRestored: () => void;
}

/** Removed fields of the saved template, to restore together with their values in items. */
export function RemovedFields({ onRestored }: RemovedFieldsProps) {
  const { mode, base } = useEditor();
  const { draft } = useAtomValue(base);
  return mode === 'edit' && <OfSaved templateId={draft.id} onRestored={onRestored} />;
}

function OfSaved({ templateId, onRestored }: RemovedFieldsProps & { templateId: string }) {
  const { data } = useQuery(templateQueries.removedFields(useRequest(), useInstanceId(), templateId));
  return data && data.length > 0 && <Removed fields={data} onRestored={onRestored} />;
}

function Removed({ fields, onRestored }: RemovedFieldsProps & { fields: readonly RemovedField[] }) {
  const edit = useEdit();
  const heading = useId();
  const [isWhole, setWhole] = useState(false);
  // A stable list as long as the fields are the same: typing in a setting does not rerender it.
  const present = useDraftPart(
    useCallback((draft: Draft) => fields.flatMap(({ id }) => (draft.settings.has(id) ? id : [])), [fields]),
    shallowEqual,
  );
  const entries = useMemo(() => {
    const ids = new Set(present);
    return entriesOf(fields, (id) => ids.has(id));
  }, [fields, present]);
  if (entries.length === 0) return null;

  const visible = isWhole ? entries : entries.slice(0, shownAtFirst);
  const back = (entry: RemovedEntry) => {
    const options = { select: [entry.field.id] };
    if (edit('Bring back field', (draft) => restoreField(draft, entry, fields), options)) onRestored();
  };
  return (
    <section aria-labelledby={heading} className={classes.removed}>
      <Title order={2} size="sm" id={heading}>
        Removed fields
      </Title>
      <ul className={classes.list}>
        {visible.map((entry) => (
          <Entry key={entry.field.id} entry={entry} onBack={() => back(entry)} />
        ))}
      </ul>
      {visible.length < entries.length && (
        <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
          Show all {entries.length}
        </Button>
      )}
    </section>
  );
}

function Entry({ entry, onBack }: { entry: RemovedEntry; onBack: () => void }) {
  const { settings, removed_at, items } = entry.field;
  const inside = sizeOf(entry) - 1;
  const label = settings.label || settings.name;
  const ago = timeAgo(Date.parse(removed_at), Date.now());
  return (
    <li className={classes.entry}>
      <div className={classes.field}>
        <FieldIcon type={settings.type} named />
        <span className={classes.label}>{label}</span>
        <code className={classes.name}>{settings.name}</code>
      </div>
      <div className={classes.about}>
        {inside > 0 && `with ${count(inside, 'field')} in it, `}
        {ago}, {count(items, 'item had a value', 'items had a value')}
      </div>
      <Button variant="default" size="compact-xs" aria-label={`Bring back ${label}`} onClick={onBack}>
        Bring back
      </Button>
    </li>
  );
}
