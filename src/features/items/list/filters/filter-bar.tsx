import type { FilterOp } from '@quartermaster/contract/field-types/filters.ts';
import { checkFilterDraft } from '@quartermaster/contract/rules/filter.ts';
import {
  type FormEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { IconCheck } from '../../../../shared/ui/icons/check.ts';
import { IconFilter } from '../../../../shared/ui/icons/filter.ts';
import { IconPlus } from '../../../../shared/ui/icons/plus.ts';
import { IconX } from '../../../../shared/ui/icons/x.ts';
import { PlainButton } from '../../../../shared/ui/plain/plain-button.tsx';
import type { FilterableField } from '../item-columns.tsx';
import classes from '../items-list.module.css';
import { type ChangeFilters, type ListFilter, toListFilter } from '../list-state.ts';
import { FilterChips } from './filter-chips.tsx';
import { blankFilter, draftOf, type TypedFilter, typedOf, withCondition } from './filter-draft.ts';
import { ConditionSelect, FieldSelect } from './filter-selects.tsx';
import { FilterValue } from './filter-value.tsx';

interface FilterBarProps {
  fields: readonly FilterableField[];
  filters: readonly ListFilter[];
  onChange: ChangeFilters;
  /** The elements before the filters: the list of views and the input. */
  search: ReactNode;
  /** The elements after them. */
  children: ReactNode;
  /** Below the active filters. */
  notes: ReactNode;
}

const none: never[] = [];

/** Adds filters to a list, which must all match, and edits them. Memoized because rows change more often. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { fields, filters, onChange, search, children, notes } = props;
  const [draft, setDraft] = useState<TypedFilter>(blankFilter);
  const [isTried, setTried] = useState(false);
  /** The filter that is being changed instead of adding one. */
  const [edited, setEdited] = useState<string>();
  /** How often a field has been chosen: its value is typed next. */
  const [chosen, setChosen] = useState(0);
  /** In a narrow window the form is shown on demand. */
  const [isOpen, setOpen] = useState(false);
  const valueBox = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const field = fields.find(({ id }) => id === draft.fieldId);
  const wrong = isTried ? checkFilterDraft(draftOf(draft), field) : {};
  const editing = filters.some(({ internalId }) => internalId === edited) ? edited : undefined;

  const focusValue = () => {
    const input = valueBox.current?.querySelector<HTMLElement>('input, select');
    (input ?? form.current?.querySelector<HTMLElement>('select'))?.focus();
    // A hidden form takes no focus.
    if (!form.current?.contains(document.activeElement)) toggle.current?.focus();
  };
  const focusNext = useEffectEvent(() => {
    focusValue();
    return valueBox.current ? focusOnceLoaded(valueBox.current) : undefined;
  });
  useEffect(() => (edited || chosen > 0 ? focusNext() : undefined), [edited, chosen]);

  const chooseField = useCallback(
    (fieldId: string | null) => {
      const conditions = fields.find(({ id }) => id === fieldId)?.conditions ?? none;
      setDraft({ ...blankFilter, fieldId: fieldId ?? '', condition: conditions[0] ?? '' });
      setTried(false);
      if (fieldId !== null) setChosen((before) => before + 1);
    },
    [fields],
  );
  const chooseCondition = useCallback(
    (condition: FilterOp | '') => setDraft((before) => withCondition(before, condition)),
    [],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { fieldId, condition, value } = draftOf(draft);
    setTried(true);
    if (condition === '' || Object.keys(checkFilterDraft({ fieldId, condition, value }, field)).length > 0) return;
    const added = toListFilter({ fieldId, condition, value: value.trim() });
    onChange((before) => {
      const others = before.filter(({ internalId }) => internalId !== added.internalId || internalId === editing);
      if (editing) return others.map((filter) => (filter.internalId === editing ? added : filter));
      return others.length < before.length ? before : [...before, added];
    });
    setDraft({ ...draft, value: '', upTo: '' });
    setTried(false);
    setEdited(undefined);
    focusValue();
  };
  const edit = (filter: ListFilter) => {
    setDraft(typedOf(filter));
    setTried(false);
    setEdited(filter.internalId);
    setOpen(true);
  };
  const stopEditing = () => {
    setDraft(blankFilter);
    setTried(false);
    setEdited(undefined);
    focusValue();
  };

  return (
    <search className={classes.filters}>
      <div className={classes.bar}>
        {search}
        <PlainButton
          ref={toggle}
          data-filter-toggle
          icon={<IconFilter size={18} aria-hidden />}
          aria-label="Filter"
          aria-expanded={isOpen}
          aria-controls={formId}
          title="Filter"
          onClick={() => setOpen(!isOpen)}
        />
        <form
          ref={form}
          id={formId}
          className={classes.filterForm}
          data-open={isOpen || undefined}
          onSubmit={submit}
          onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && editing && stopEditing()}
          noValidate
        >
          <FieldSelect fields={fields} value={draft.fieldId} onChange={chooseField} error={wrong.fieldId} />
          <ConditionSelect
            conditions={field?.conditions ?? none}
            value={draft.condition}
            onChange={chooseCondition}
            error={wrong.condition}
          />
          <FilterValue
            field={field}
            draft={draft}
            onChange={(changed) => setDraft({ ...draft, ...changed })}
            error={wrong.value}
            boxRef={valueBox}
          />
          <PlainButton
            type="submit"
            icon={editing ? <IconCheck size={16} aria-hidden /> : <IconPlus size={16} aria-hidden />}
          >
            {editing ? 'Change filter' : 'Add filter'}
          </PlainButton>
          {editing && (
            <PlainButton
              icon={<IconX size={18} aria-hidden />}
              aria-label="Keep the filter as it was"
              onClick={stopEditing}
            />
          )}
        </form>
        <div className={classes.actions}>{children}</div>
      </div>
      <FilterChips
        fields={fields}
        filters={filters}
        edited={editing}
        onEdit={edit}
        onChange={(change) => {
          onChange(change);
          focusValue();
        }}
      />
      {notes}
    </search>
  );
});

/** Focuses the input of an element whose code is still loading, unless the focus has moved by then. The returned function cancels it. */
function focusOnceLoaded(box: HTMLElement): () => void {
  const before = document.activeElement;
  const observer = new MutationObserver(() => {
    const input = box.querySelector<HTMLElement>('input, select');
    if (!input) return;
    observer.disconnect();
    if (document.activeElement === before) input.focus();
  });
  if (!box.contains(before)) observer.observe(box, { childList: true, subtree: true });
  return () => observer.disconnect();
}
