import { Button } from '@mantine/core';
import {
  hideNotification,
  type NotificationsStore,
  showNotification,
  updateNotificationsState,
} from '@mantine/notifications';
import { Fragment, type ReactNode } from 'react';
import type { ToastOffer } from '../../shared/http/query-meta.ts';
import type { Named, Notify } from '../../shared/services/services.ts';
import { EventDetails } from '../../shared/ui/event-details.tsx';
import { PlainLink } from '../../shared/ui/plain-link.tsx';
import { dismissButton } from '../theme/theme.ts';
import classes from './toasts.module.css';
import { unansweredId } from './unanswered.ts';

const isNamed = (text: ReactNode | Named): text is Named => typeof text === 'object' && text !== null && 'done' in text;

interface OffersProps {
  offers: readonly ToastOffer[];
  /** Closes the toast. */
  onAct: () => void;
}

/** The links and actions of a toast; an action closes it. */
const Offers = ({ offers, onAct }: OffersProps) =>
  offers.map((offer) => (
    <Fragment key={offer.label}>
      {' '}
      {'to' in offer ? (
        <PlainLink to={offer.to}>{offer.label}</PlainLink>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.action ?? ''}
          onClick={() => {
            onAct();
            offer.run();
          }}
        >
          {offer.label}
        </Button>
      )}
    </Fragment>
  ));

/** Adds toasts to one console's store; Toasts renders them. */
export function createNotify(store: NotificationsStore): Notify {
  const showError = (id: string, title: string, message: ReactNode, eventId?: string, ...offers: ToastOffer[]) => {
    const text =
      eventId || offers.length > 0 ? (
        <>
          {message}
          <Offers offers={offers} onAct={() => hideNotification(id, store)} />
          {eventId && <EventDetails eventId={eventId} />}
        </>
      ) : (
        message
      );
    showNotification({ id, title, message: text, color: 'red', role: 'alert' }, store);
  };
  return {
    success: (text, ...offers) => {
      const { done: title, name } = isNamed(text) ? text : { done: undefined, name: text };
      const message = (
        <>
          {name}
          <Offers offers={offers} onAct={() => hideNotification(id, store)} />
        </>
      );
      const id = showNotification({ title, message, color: 'green', role: 'status' }, store);
    },
    info: (message) => showNotification({ message, color: 'indigo', role: 'status' }, store),
    // A repeated failure of the same operation adds no second toast while the first one is visible.
    error: (title, message, ...more) => showError(`error:${title}:${String(message)}`, title, message, ...more),
    unanswered: (title, message, eventId) => showError(unansweredId(title), title, message, eventId),
    errors: (title, messages) => {
      const toasts = messages.map(([key, message]) => ({
        id: `error:${title}:${key}:${message}`,
        title,
        message,
        color: 'red',
        role: 'alert',
        // Hundreds of them would delay later toasts by minutes.
        priority: -1,
        closeButtonProps: { ...dismissButton, onClick: () => dropWaiting() },
      }));
      const ids = new Set(toasts.map(({ id }) => id));
      const dropWaiting = () => {
        const waiting = new Set(store.getState().queue);
        updateNotificationsState(store, (all) => all.filter((one) => !waiting.has(one) || !ids.has(one.id ?? '')));
      };
      // In one update, because the store sorts and rerenders everything on each change.
      updateNotificationsState(store, (all) => {
        const known = new Set(all.map(({ id }) => id));
        return [...all, ...toasts.filter(({ id }) => !known.has(id))];
      });
      return dropWaiting;
    },
  };
}
