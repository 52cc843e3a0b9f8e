import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Table.css';
import { Table } from '@mantine/core';
import { type MouseEvent, memo } from 'react';
import type { Item } from './mount.tsx';

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

/** A click on a row changes the address, and nothing else. */
const open = (event: MouseEvent) => {
  event.preventDefault();
  history.pushState(null, '', '/opened');
};

export const ItemTable = ({ items }: { items: readonly Item[] }) => (
  <Table onClick={open}>
    <Table.Thead>
      <Table.Tr>
        {['id', 'label', ...columns].map((column) => (
          <Table.Th key={column}>{column}</Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {items.map((item) => (
        <Row key={item.id} item={item} />
      ))}
    </Table.Tbody>
  </Table>
);
