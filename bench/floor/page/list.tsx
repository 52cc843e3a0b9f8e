import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ItemTable } from './item-table.tsx';
import { type Item, mount } from './mount.tsx';

const templateId = location.pathname.split('/').at(-1);

async function fetchItems(label: string, signal?: AbortSignal): Promise<Item[]> {
  const filters = [{ template_field_id: 'label', op: 6, value: label }];
  const body = JSON.stringify({ limit: 25, ...(label && { filters }) });
  const response = await fetch(`/v1/editor/1/items/${templateId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: signal ?? null,
  });
  return ((await response.json()) as { items: Item[] }).items;
}

// Requested before anything is rendered.
const first = fetchItems('');

function List() {
  const [rows, setRows] = useState<Item[]>([]);
  const [label, setLabel] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    const items = label ? fetchItems(label, stop.signal) : first;
    items.then(setRows, () => {});
    return () => stop.abort();
  }, [label]);
  return (
    <>
      <TextInput
        label="Label contains"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value.trim())}
      />
      <ItemTable items={rows} />
    </>
  );
}

mount(<List />);
