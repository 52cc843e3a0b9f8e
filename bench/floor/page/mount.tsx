import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Input.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

export function mount(page: ReactNode): void {
  const element = document.getElementById('root');
  if (element) createRoot(element).render(<MantineProvider>{page}</MantineProvider>);
}

/** An item as the list and the form receive it. */
export interface Item {
  id: number;
  internal_label: string;
  version: number;
  values: Record<string, unknown>;
}
