import styles from '@mantine/dates/styles.css?inline';
import { useServices } from '../../services/services.ts';

/** The names of a calendar's buttons. */
export const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** Common props of calendars. Red weekends would look like errors, and be too dark on a dark page. */
export const calendarLook = { hideOutsideDates: true, weekendDays: [], ariaLabels: calendarLabels };

/**
 * The stylesheet of calendars, rendered with each of them as most pages have none: the stylesheet of the console is
 * loaded before the first rows.
 */
export function CalendarStyles() {
  const { nonce } = useServices();
  return <style nonce={nonce}>{styles}</style>;
}
