import { Button } from '@mantine/core';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { newItem } from '@quartermaster/contract/endpoints/items.ts';
import type { ReactNode } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { texts } from '../../../shared/ui/texts.ts';

export interface NoItemsProps {
  templateId: string;
  isFiltered: boolean;
  searched: string;
  onClear: () => void;
  create: ReactNode;
}

/** Explains why a list is empty, and offers the one action that helps. */
export function NoItems({ templateId, isFiltered, searched, onClear, create }: NoItemsProps) {
  if (isFiltered || searched !== '') {
    const clear = (
      <Button variant="default" onClick={onClear}>
        {isFiltered ? texts.clearFilters : texts.clearSearch}
      </Button>
    );
    const message = isFiltered ? 'No item matches all of the filters.' : `No item is called “${searched}”.`;
    return <EmptyState title={texts.noResults} message={message} action={clear} />;
  }
  // If creating is not possible, the button in the header explains why; here it would only mislead.
  const action = <Can do={newItem}>{create}</Can>;
  if (templateId === imageTemplate.id) {
    return <EmptyState title="No images" message="Images that you create here can be used in items." action={action} />;
  }
  return <EmptyState title="No items yet" message="Items of this template will be listed here." action={action} />;
}
