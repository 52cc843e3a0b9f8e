import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { SignInPage } from '../../src/features/sign-in/sign-in-page.tsx';
import { createChallenge } from '../../src/shared/challenge/challenge.ts';
import { type Services, ServicesContext } from '../../src/shared/services/services.ts';
import { createUnsavedChanges } from '../../src/shared/services/unsaved-changes.ts';

test('the form appears if the session turns out to have ended before the page is left', async () => {
  const session = { isOver: false, ownedByHost: false, isKnown: () => !session.isOver, problem: () => null };
  const router = createMemoryRouter(
    [
      { path: '/login', Component: SignInPage },
      { path: '/', element: 'Home' },
    ],
    { initialEntries: ['/login'] },
  );
  // Called before the page of the event is rendered.
  router.subscribe(({ location }) => {
    if (session.isOver || location.pathname !== '/') return;
    session.isOver = true;
    void router.navigate('/login?from=%2F');
  });
  const challenge = createChallenge({ root: document.body, overlay: document.body });
  const unsavedChanges = createUnsavedChanges(() => undefined);
  const services = { session, challenge, unsavedChanges, setTitle: () => undefined } as unknown as Services;
  render(
    <ServicesContext value={services}>
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider>
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </ServicesContext>,
  );
  expect(await screen.findByLabelText('Email')).toBeTruthy();
  expect(session.isOver).toBe(true);
});
