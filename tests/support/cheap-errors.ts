import { configure, getConfig } from '@testing-library/react';
import * as React from 'react';

const { getElementError } = getConfig();

/** The texts of toasts, alerts and dialogs: they often explain a missing element, and are cut off in the printed page. */
const notices = () =>
  [...document.querySelectorAll('[role="alert"], [role="status"], [role="dialog"]')]
    .map(({ textContent }) => textContent?.trim())
    .filter(Boolean)
    .join('\n');

configure({
  /** Only the last message contains the page: `waitFor` itself adds it after its timeout. */
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
 * React captures a stack for each element, up to 10,000 a second, which no test reads: four fifths of the
 * time to create an element.
 */
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined });
