import { VisuallyHidden } from '@mantine/core';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';
import { type ReactNode, useId } from 'react';
import { LinkThumbnail } from '../../../shared/links/link-thumbnail.tsx';
import { takeText } from './decisions.ts';
import classes from './sync-dialog.module.css';

/** Which content to keep: one side's, or a different side's for each field. */
export type Take = Side | 'fields';

interface SideChoiceProps {
  name: string;
  /** The path of its picture. */
  image?: string | undefined;
  detail?: ReactNode;
  sides: Record<Side, string>;
  /** Undefined until it is decided. */
  value: Take | undefined;
  /** Whether it can be decided field by field. */
  hasFields?: boolean;
  /** Shown instead of the target's option if its content cannot be kept. */
  unkept?: string | undefined;
  onChange: (take: Take) => void;
}

/** The choice of the side whose content is kept. */
export function SideChoice({ name, image, detail, unkept, ...choice }: SideChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <VisuallyHidden component="legend">{name}</VisuallyHidden>
      <span className={classes.chosenName} aria-hidden>
        <LinkThumbnail image={image} /> <strong>{name}</strong> {detail && <span className={classes.id}>{detail}</span>}
      </span>
      <SideOptions isKept={unkept === undefined} {...choice} />
      {unkept && <span className={classes.unkept}>{unkept}</span>}
    </fieldset>
  );
}

interface SideOptionsProps extends Pick<SideChoiceProps, 'sides' | 'value' | 'hasFields' | 'onChange'> {
  /** False if the target's content cannot be kept. */
  isKept?: boolean;
}

/** The options of {@link SideChoice}: `Take dev`, `Keep stage`, `By field`. */
export function SideOptions({ sides, value, hasFields = false, isKept = true, onChange }: SideOptionsProps) {
  const group = useId();
  const choices: Take[] = ['source', ...(isKept ? ['target' as const] : []), ...(hasFields ? ['fields' as const] : [])];
  return (
    <span className={classes.sides}>
      {choices.map((take) => (
        <label key={take} className={classes.side}>
          <input type="radio" name={group} checked={value === take} onChange={() => onChange(take)} />
          {takeText(take, sides)}
        </label>
      ))}
    </span>
  );
}
