import { VisuallyHidden } from '@mantine/core';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';
import { type ReactNode, useId } from 'react';
import { LinkThumbnail } from '../../../shared/links/link-thumbnail.tsx';
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
export function SideChoice({
  name,
  image,
  detail,
  sides,
  value,
  hasFields = false,
  unkept,
  onChange,
}: SideChoiceProps) {
  const group = useId();
  const choices: [Take, string][] = [
    ['source', `Take ${sides.source}`],
    ...(unkept ? [] : [['target', `Keep ${sides.target}`] satisfies [Take, string]]),
    ...(hasFields ? [['fields', 'By field'] satisfies [Take, string]] : []),
  ];
  return (
    <fieldset className={classes.choice}>
      <VisuallyHidden component="legend">{name}</VisuallyHidden>
      <span className={classes.chosenName} aria-hidden>
        <LinkThumbnail image={image} /> <strong>{name}</strong> {detail && <span className={classes.id}>{detail}</span>}
      </span>
      <span className={classes.sides}>
        {choices.map(([take, text]) => (
          <label key={take} className={classes.side}>
            <input type="radio" name={group} checked={value === take} onChange={() => onChange(take)} />
            {text}
          </label>
        ))}
      </span>
      {unkept && <span className={classes.unkept}>{unkept}</span>}
    </fieldset>
  );
}
