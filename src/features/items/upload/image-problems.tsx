import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertCircle } from '../../../shared/ui/icons/alert-circle.ts';
import classes from './upload.module.css';

/** A file that was rejected, or whose item was not created, and why. */
export interface ImageProblem {
  key: string;
  name: string;
  reason: string;
}

interface ImageProblemsProps {
  problems: readonly ImageProblem[];
  onClose: () => void;
  /** What can be done about it. */
  children?: ReactNode;
}

/** Lists the files that could not be uploaded. */
export function ImageProblems({ problems, onClose, children }: ImageProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Alert
      className={classes.problems}
      color="red"
      variant="light"
      role="alert"
      title="Some images could not be uploaded"
      icon={<IconAlertCircle size={18} />}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {children}
      <ul className={classes.problemList}>
        {problems.map(({ key, name, reason }) => (
          <li key={key}>
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
