/** Marks an element whose buttons, links and menus the palette lists as actions of the page. */
export const offersActions = { 'data-offers-actions': true } as const;
