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

async function fetchItems(category: string, signal?: AbortSignal): Promise<Item[]> {
  const filters = category ? [{ template_field_id: 'category', op: 5, value: category }] : [];
  const body = JSON.stringify({ limit: 25, ...(category && { filters }) });
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

// The first rows are asked for before anything is drawn.
const first = fetchItems('');

function List() {
  const [rows, setRows] = useState<Item[]>([]);
  const [category, setCategory] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    const items = category ? fetchItems(category, stop.signal) : first;
    items.then(setRows, () => {});
    return () => stop.abort();
  }, [category]);
  return (
    <>
      <TextInput
        label="Category"
        value={category}
        onChange={(event) => setCategory(event.currentTarget.value.trim())}
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
