import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Title.css';
import { Button, MantineProvider, Text, Title } from '@mantine/core';
import * as React from 'react';
import { useEffect, useState } from 'react';
import * as ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import { createStylesheet, type StylesheetLease } from '../../../src/lifecycles/isolation/stylesheet.ts';
import { ItemTable } from '../page/item-table.tsx';

type Item = Parameters<typeof ItemTable>[0]['items'][number];

const here = import.meta.url;
/** Written by the build, as for the product. */
const sheet = { file: '__QM_STYLESHEET_FILE__', integrity: '__QM_STYLESHEET_INTEGRITY__' };
const stylesheet = createStylesheet(new URL(sheet.file, here).href, sheet.integrity);

interface HostProps {
  name: string;
  domElement: HTMLElement;
  fetch: typeof globalThis.fetch;
}

function Hello() {
  const [greetings, setGreetings] = useState(0);
  return (
    <>
      <Title>Hello</Title>
      <Text>This plugin has nothing else.</Text>
      <Button onClick={() => setGreetings(greetings + 1)}>Greeted {greetings} times</Button>
    </>
  );
}

/** The items of a list, as the page of the floor shows them. */
function Items({ fetch, templateId }: Pick<HostProps, 'fetch'> & { templateId: string }) {
  const [items, setItems] = useState<Item[]>([]);
  useEffect(() => {
    const body = JSON.stringify({ filters: [], limit: 25 });
    fetch(`/v1/editor/1/items/${templateId}`, { method: 'POST', body })
      .then((answer) => answer.json() as Promise<{ items: Item[] }>)
      .then((answer) => setItems(answer.items));
  }, [fetch, templateId]);
  return <ItemTable items={items} />;
}

function Plugin({ fetch }: Pick<HostProps, 'fetch'>) {
  const [, templateId] = /templates\/([^/]+)\/items/.exec(location.pathname) ?? [];
  return (
    <MantineProvider getRootElement={() => undefined} cssVariablesSelector="[data-qm-root]">
      {templateId ? <Items fetch={fetch} templateId={templateId} /> : <Hello />}
    </MantineProvider>
  );
}

const lifecycles = singleSpaReact({ React, ReactDOMClient, rootComponent: Plugin, errorBoundary: () => <></> });
let held: StylesheetLease | undefined;
let root: HTMLElement | undefined;

const given = ({ name, fetch }: HostProps) => ({ name, fetch, domElement: root }) as never;

export async function mount(props: HostProps): Promise<void> {
  root = document.createElement('div');
  root.setAttribute('data-qm-root', 'hello');
  props.domElement.append(root);
  held = stylesheet.hold();
  await held.ready;
  await lifecycles.mount(given(props));
}

export async function unmount(props: HostProps): Promise<void> {
  await lifecycles.unmount(given(props));
  root?.remove();
  held?.release();
}
