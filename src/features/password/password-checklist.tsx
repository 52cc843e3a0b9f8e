import { VisuallyHidden } from '@mantine/core';
import { passwordChecks } from '@quartermaster/contract/rules/people/password.ts';
import { IconCircle } from '../../shared/ui/icons/circle.ts';
import { IconCircleCheckFilled } from '../../shared/ui/icons/circle-check-filled.ts';
import classes from './password-checklist.module.css';

/** The rules of a new password, each marked as met or not with every keystroke. */
export const PasswordChecklist = ({ password }: { password: string }) => (
  <ul className={classes.list} aria-label="Rules of the password">
    {passwordChecks.map(({ message, isMet }) => {
      const met = isMet(password);
      return (
        <li key={message} className={classes.check} data-met={met}>
          {met ? <IconCircleCheckFilled size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
          <span>
            {message} <VisuallyHidden component="span">{met ? '(met)' : '(not met yet)'}</VisuallyHidden>
          </span>
        </li>
      );
    })}
  </ul>
);
