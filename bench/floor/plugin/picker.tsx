import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Combobox.css';
import { Combobox, InputBase, MantineProvider, useCombobox } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createStylesheet } from '../../../src/lifecycles/isolation/stylesheet.ts';

const here = import.meta.url;
/** Written by the build, as for the product. */
const sheet = { file: '__QM_STYLESHEET_FILE__', integrity: '__QM_STYLESHEET_INTEGRITY__' };
const stylesheet = createStylesheet(new URL(sheet.file, here).href, sheet.integrity);

interface PickerProps {
  domElement: HTMLElement;
  fetch: typeof globalThis.fetch;
  activeInstanceId: number;
  templateId: string;
  onEvent: (event: { type: 'ready' }) => void;
}

interface Found {
  items: { id: number; internal_label: string }[];
}

/** An input that searches items, with the product's libraries and nothing else. */
function Picker({ fetch, activeInstanceId, templateId }: PickerProps) {
  const [text, setText] = useState('');
  const combobox = useCombobox();
  const { data } = useQuery({
    queryKey: [text],
    enabled: combobox.dropdownOpened,
    queryFn: async () => {
      const body = JSON.stringify({ search: text, limit: 20 });
      const answer = await fetch(`/v1/editor/${activeInstanceId}/items/${templateId}`, { method: 'POST', body });
      return (await answer.json()) as Found;
    },
  });
  return (
    <Combobox store={combobox} onOptionSubmit={setText}>
      <Combobox.Target>
        <InputBase
          role="combobox"
          label="Item"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onClick={() => combobox.openDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options>
          {data?.items.map(({ id, internal_label }) => (
            <Combobox.Option key={id} value={internal_label}>
              {internal_label} #{id}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

export async function mountPart(_name: string, props: PickerProps): Promise<void> {
  const root = document.createElement('div');
  root.setAttribute('data-qm-root', 'hello');
  props.domElement.append(root);
  await stylesheet.hold().ready;
  const router = createMemoryRouter([{ path: '/', element: <Picker {...props} /> }]);
  createRoot(root).render(
    <MantineProvider getRootElement={() => undefined} cssVariablesSelector="[data-qm-root]">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  props.onEvent({ type: 'ready' });
}
