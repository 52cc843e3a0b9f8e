import { Portal } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useServices } from '../../services/services.ts';
import classes from './human-check.module.css';
import { HumanCheck } from './human-check.tsx';

/** The place for a human verification where the page has none of its own. */
export function FloatingHumanCheck() {
  const { challenge } = useServices();
  const state = useSyncExternalStore(challenge.subscribe, challenge.getState);
  // From the moment that a place is asked for to the end of what then runs in it.
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
