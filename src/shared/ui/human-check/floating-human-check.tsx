import { Portal } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useServices } from '../../services/services.ts';
import classes from './human-check.module.css';
import { HumanCheck } from './human-check.tsx';

/** The human verification for pages that have no element for it. */
export function FloatingHumanCheck() {
  const { challenge } = useServices();
  const state = useSyncExternalStore(challenge.subscribe, challenge.getState);
  // Open from the moment a challenge has no element until there is none.
  const [isOpen, setOpen] = useState(false);
  if (state === 'homeless' && !isOpen) setOpen(true);
  if (state === 'idle' && isOpen) setOpen(false);
  if (!isOpen) return null;
  return (
    <Portal>
      <div className={classes.floating}>
        <HumanCheck />
      </div>
    </Portal>
  );
}
