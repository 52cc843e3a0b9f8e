import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import type { KeyboardEvent } from 'react';

interface Options {
  rows: readonly ItemRow[];
  /** Selects or deselects an item; undefined if items cannot be selected. */
  pick: ((id: string, isRange: boolean) => void) | undefined;
  /** Follows a move between two items, by their indexes. */
  follow: ((from: number, to: number, isRange: boolean) => void) | undefined;
}

/** The keys of a gallery: arrows, Home and End move between cards, with Shift they select; Space selects the focused card. */
export function useCardKeys({ rows, pick, follow }: Options) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, target, currentTarget } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return;
    const cards = [...currentTarget.querySelectorAll<HTMLElement>('[data-card]')];
    const index = cards.indexOf(target);
    const id = target.dataset.card;
    if (index === -1 || id === undefined) return;
    if (key === ' ' && pick) {
      event.preventDefault();
      pick(id, shiftKey);
      return;
    }
    const next = cards[nextCard(cards, index, key)];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.closest('li')?.scrollIntoView?.({ block: 'nearest' });
    const indexOf = (card: HTMLElement) => rows.findIndex((row) => String(row.id) === card.dataset.card);
    follow?.(indexOf(target), indexOf(next), shiftKey);
  };
}

/** The index of the card that a key moves to; -1 for other keys, and beyond the ends. */
function nextCard(cards: readonly HTMLElement[], index: number, key: string): number {
  if (key === 'ArrowUp') return cardInLine(cards, index, -1);
  if (key === 'ArrowDown') return cardInLine(cards, index, 1);
  return { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: cards.length - 1 }[key] ?? -1;
}

/** The card above or below another one; the last one of a shorter line. */
function cardInLine(cards: readonly HTMLElement[], index: number, by: 1 | -1): number {
  const boxes = cards.map((card) => (card.closest('li') ?? card).getBoundingClientRect());
  const from = boxes[index];
  if (!from) return -1;
  const beyond = (top: number) => (by === 1 ? top > from.top : top < from.top);
  const line = boxes.map(({ top }) => top).filter(beyond);
  const top = by === 1 ? Math.min(...line) : Math.max(...line);
  return boxes.findLastIndex((box) => box.top === top && box.left <= from.left);
}
