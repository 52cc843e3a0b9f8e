import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Saves the open item in another way than "Save changes", such as "Save and stay". */
export async function saveOtherwise(user: UserEvent, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'More ways to save' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}
