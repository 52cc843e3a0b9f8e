import { waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';

/** A user who clicks an element only once it is enabled. `user-event` itself does nothing on a disabled one. */
export function patientUser(): UserEvent {
  const user = userEvent.setup();
  return {
    ...user,
    click: async (element) => {
      await waitFor(() => {
        if (element.matches(':disabled')) throw new Error(`Disabled: ${element.textContent || element.outerHTML}`);
      });
      await user.click(element);
    },
  };
}
