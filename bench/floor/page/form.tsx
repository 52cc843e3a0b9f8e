import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Button.css';
import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import { type InputEvent, useEffect, useState } from 'react';
import { type Item, mount } from './mount.tsx';

interface Row {
  stat: string;
  amount: number;
}

const [templateId, id] = location.pathname.split('/').slice(-2);
const loaded = fetch(`/v1/editor/1/items/${templateId}/${id}`).then((response) => response.json() as Promise<Item>);

/** Marks the form while its label differs from the saved one. */
function markChanged({ currentTarget, target }: InputEvent<HTMLFormElement>) {
  if (target instanceof HTMLInputElement && target.name === 'label')
    currentTarget.dataset.changed = String(target.value !== target.defaultValue);
}

function Form() {
  const [item, setItem] = useState<Item>();
  useEffect(() => {
    loaded.then(setItem, () => {});
  }, []);
  if (!item) return null;
  const { values } = item;
  const text = (name: string) => (
    <TextInput key={name} label={name} name={name} defaultValue={String(values[name] ?? '')} />
  );
  const number = (name: string) => (
    <NumberInput key={name} label={name} name={name} defaultValue={Number(values[name])} />
  );
  return (
    <form onInput={markChanged}>
      <TextInput label="label" name="label" defaultValue={item.internal_label} />
      {['name', 'description', 'category', 'rarity'].map(text)}
      {['level', 'price', 'power', 'weight'].map(number)}
      <Checkbox label="tradable" name="tradable" defaultChecked={values.tradable === true} />
      {number('made_of')}
      {(values.bonuses as Row[]).map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and their order does not change here
        <fieldset key={index}>
          <TextInput label="stat" name={`stat.${index}`} defaultValue={row.stat} />
          <NumberInput label="amount" name={`amount.${index}`} defaultValue={row.amount} />
        </fieldset>
      ))}
      <Button type="submit">Save</Button>
    </form>
  );
}

mount(<Form />);
