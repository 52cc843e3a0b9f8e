import { configure, getConfig } from '@testing-library/react';
import * as React from 'react';

const { getElementError } = getConfig();

/** The texts of toasts, alerts and dialogs: they often explain a missing element, and stand beyond the end of the printed page. */
const notices = () =>
  [...document.querySelectorAll('[role="alert"], [role="status"], [role="dialog"]')]
    .map(({ textContent }) => textContent?.trim())
    .filter(Boolean)
    .join('\n');

configure({
  /** The page is in the message only where it is the last one: `waitFor` itself adds it when time is up. */
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isOneLook } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isOneLook) return getElementError(`${message ?? ''}\n\nNotices: ${notices() || 'none'}`, container);
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
});

const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
if (internals === undefined) throw new Error('React has no internals of that name any more.');
/**
 * React takes a stack for each element, which nothing here reads, until it has taken 10,000 in a second: four fifths of the
 * time to create one.
 */
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined });
