import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Table.css';
import { Table, TextInput } from '@mantine/core';
import { memo, useEffect, useState } from 'react';
import { type Item, mount } from './mount.tsx';

const columns = [
  'name',
  'description',
  'category',
  'rarity',
  'level',
  'price',
  'power',
  'weight',
  'tradable',
  'made_of',
  'bonuses',
];
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

const text = (value: unknown) => (Array.isArray(value) ? `${value.length} rows` : String(value ?? ''));

const Row = memo(({ item }: { item: Item }) => (
  <Table.Tr data-row={item.id}>
    <Table.Td>{item.id}</Table.Td>
    <Table.Td>{item.internal_label}</Table.Td>
    {columns.map((column) => (
      <Table.Td key={column}>{text(item.values[column])}</Table.Td>
    ))}
  </Table.Tr>
));

// The first rows are requested before anything is rendered.
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
      <Table>
        <Table.Thead>
          <Table.Tr>
            {['id', 'label', ...columns].map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

mount(<List />);
