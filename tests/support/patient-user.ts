import { fireEvent, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';

/** A user who clicks an element only once it is enabled. `user-event` itself does nothing on a disabled one. */
export function patientUser(): UserEvent {
  const user = userEvent.setup();
  return {
    ...user,
    click: async (element) => {
      // Otherwise at once: while it waits, the page may replace the element.
      if (isDisabled(element)) await waitFor(() => expectEnabled(element));
      await user.click(element);
    },
  };
}

/** Clicks an element once it is enabled, without the pointer's other events, which take longer. */
export async function pressEnabled(find: () => Promise<HTMLElement>): Promise<void> {
  await waitFor(async () => expectEnabled(await find()));
  fireEvent.click(await find());
}

const isDisabled = (element: Element) => element.matches(':disabled');

function expectEnabled(element: Element): void {
  if (isDisabled(element)) throw new Error(`Disabled: ${element.textContent || element.outerHTML}`);
}
