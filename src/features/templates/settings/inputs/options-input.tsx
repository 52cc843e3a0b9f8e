import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core';
import { type Option, optionLimits } from '@quartermaster/contract/field-types/options.ts';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { slugOf } from '../../model/edits/slug.ts';
import classes from './options-input.module.css';
import type { SettingInput } from './setting-input.ts';

/** A list of options: adds, renames, moves and removes them. An option keeps the id that it got from its first label. */
export const OptionsInput: SettingInput = ({ setting, value, onChange, onBlur, error, isReadOnly }) => {
  const options = value as readonly Option[];
  const [label, setLabel] = useState('');
  /** The control to focus once a change is rendered, because its own has moved or is gone. */
  const [target, setTarget] = useState<{ name: string }>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (target) box.current?.querySelector<HTMLElement>(`[data-control="${target.name}"]`)?.focus();
  }, [target]);

  const add = () => {
    if (label.trim() === '') return;
    onChange([...options, { id: freeId(options, label), label: label.trim() }]);
    setLabel('');
    setTarget({ name: 'new' });
  };
  const move = (from: number, to: number) => {
    const moved = options[from];
    if (!moved || to < 0 || to >= options.length) return;
    onChange(options.toSpliced(from, 1).toSpliced(to, 0, moved));
    const isUp = to < from;
    // At an end, the same button is disabled.
    const isAtEnd = to === (isUp ? 0 : options.length - 1);
    setTarget({ name: `${isUp !== isAtEnd ? 'up' : 'down'} ${to}` });
  };
  const remove = (place: number) => {
    onChange(options.toSpliced(place, 1));
    setTarget({ name: 'new' });
  };

  return (
    <Input.Wrapper label={setting.label} description={setting.description} error={error} labelElement="div">
      <div ref={box}>
        <ol className={classes.options}>
          {options.map((option, place) => (
            <li key={option.id} className={classes.option}>
              <TextInput
                className={classes.label ?? ''}
                data-control={`label ${place}`}
                aria-label={`Option ${place + 1}`}
                title={option.id}
                autoComplete="off"
                maxLength={optionLimits.labelLength}
                value={option.label}
                onChange={(event) => onChange(options.with(place, { ...option, label: event.currentTarget.value }))}
                onBlur={onBlur}
                readOnly={isReadOnly}
              />
              {!isReadOnly && (
                <OptionButtons
                  name={option.label}
                  place={place}
                  isLast={place === options.length - 1}
                  onMove={move}
                  onRemove={remove}
                />
              )}
            </li>
          ))}
        </ol>
        {!isReadOnly && (
          <Group gap={4} wrap="nowrap">
            <TextInput
              className={classes.label ?? ''}
              data-control="new"
              aria-label="New option"
              placeholder="New option"
              autoComplete="off"
              maxLength={optionLimits.labelLength}
              value={label}
              onChange={(event) => setLabel(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <Button variant="default" onClick={add}>
              Add
            </Button>
          </Group>
        )}
      </div>
    </Input.Wrapper>
  );
};

interface OptionButtonsProps {
  name: string;
  place: number;
  isLast: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
}

function OptionButtons({ name, place, isLast, onMove, onRemove }: OptionButtonsProps) {
  const button = { variant: 'subtle', color: 'gray', size: 'sm' } as const;
  return (
    <>
      <ActionIcon
        {...button}
        data-control={`up ${place}`}
        disabled={place === 0}
        onClick={() => onMove(place, place - 1)}
        aria-label={`Move ${name} up`}
      >
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        {...button}
        data-control={`down ${place}`}
        disabled={isLast}
        onClick={() => onMove(place, place + 1)}
        aria-label={`Move ${name} down`}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
      <ActionIcon {...button} onClick={() => onRemove(place)} aria-label={`Remove ${name}`}>
        <IconX size={14} />
      </ActionIcon>
    </>
  );
}

/** An id for a label that no other option has. */
function freeId(options: readonly Option[], label: string): string {
  const wanted = slugOf(label, optionLimits.idLength - 4) || 'option';
  const taken = new Set(options.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}_${number}`;
    if (!taken.has(id)) return id;
  }
}
