import { MultiSelect, TextInput } from '@mantine/core';
import { dropLimits } from '@quartermaster/contract/content/drop-limits.ts';
import { type DropName, dropKey } from '@quartermaster/contract/content/drop-nest.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useMemo } from 'react';
import { NumberText } from '../../field-types/number/number-text.tsx';
import { texts } from '../../ui/texts.ts';
import { dropLabel } from './drop-texts.ts';
import classes from './drops.module.css';
import type { DropsInput } from './drops-address.ts';

/** True for a number of tries that can be asked about. */
export const isTries = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= dropLimits.tries;

const wrongTries = `A whole number from 1 to ${numberText(dropLimits.tries)}`;

/** How many drops a search lists. */
const mostListed = 100;

interface DropsInputsProps {
  names: readonly DropName[];
  input: DropsInput;
  onChange: (changed: Partial<DropsInput>) => void;
}

/** What is asked of a drop table. */
export function DropsInputs({ names, input, onChange }: DropsInputsProps) {
  const { tries, targets, guarantee, seed } = input;
  const options = useMemo(
    () =>
      names.slice(1).map((name) => {
        const isTable = name !== null && 'item' in name && name.item.rows !== undefined;
        return { value: dropKey(name), label: isTable ? `${dropLabel(name)} (table)` : dropLabel(name) };
      }),
    [names],
  );
  const known = useMemo(() => new Set(options.map(({ value }) => value)), [options]);
  const guaranteeError =
    guarantee === null
      ? undefined
      : !isTries(guarantee)
        ? wrongTries
        : targets.length === 0
          ? 'Choose a target'
          : undefined;
  return (
    <div className={classes.inputs}>
      <NumberText
        label="Tries"
        description="Of one player"
        value={tries}
        onChange={(value) => onChange({ tries: value })}
        inputMode="numeric"
        error={isTries(tries) ? undefined : wrongTries}
        data-autofocus
      />
      <MultiSelect
        label="Target"
        description="The drops, or tables, that a player tries to get"
        placeholder={targets.length === 0 ? 'Choose' : ''}
        data={options}
        value={targets.filter((key) => known.has(key))}
        onChange={(keys) => onChange({ targets: keys })}
        searchable
        clearable
        hidePickedOptions
        limit={mostListed}
        nothingFoundMessage={texts.noResults}
        clearButtonProps={{ 'aria-label': 'Clear' }}
      />
      <NumberText
        label="Guarantee"
        description="The target at the latest with this try"
        placeholder="None"
        value={guarantee}
        onChange={(value) => onChange({ guarantee: value })}
        inputMode="numeric"
        error={guaranteeError}
      />
      <TextInput
        label="Seed"
        description="The same seed gives the same rolls"
        value={seed}
        onChange={(event) => onChange({ seed: event.currentTarget.value })}
        autoComplete="off"
        maxLength={dropLimits.seed}
      />
    </div>
  );
}
