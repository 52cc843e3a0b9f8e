import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { emailOf, password } from '../support/server-studio.ts';

test('a page that needs sign-in leads to /login with its path, and back after signing in', async () => {
  const { user, untilPath, path } = await renderConsole('/settings/exported-data?report=7');
  await untilPath('/login');
  expect(path()).toBe('/login?from=%2Fsettings%2Fexported-data%3Freport%3D7');
  await user.type(await screen.findByLabelText('Email'), emailOf('owner'));
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await untilPath('/settings/exported-data');
});
