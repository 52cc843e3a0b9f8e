import { configure, getConfig } from '@testing-library/react';
import * as React from 'react';

const { getElementError } = getConfig();

configure({
  /** The page is in the message only where it is the last one: `waitFor` itself adds it when time is up. */
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isOneLook } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isOneLook) return getElementError(message, container);
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
