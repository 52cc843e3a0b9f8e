// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.hands.same-field', where: 'item', says: 'after "Next item" and "Previous item", the field that had the focus has it again' },
  { id: '4.hands.by-address', where: 'item', says: 'an item opened by its address has the neighbours of the template\'s default order' },
  { id: '4.hands.save-and-go-on', where: 'item', says: 'the dialog about unsaved changes has "Save and go on", which saves and then opens the neighbour or page' },
  { id: '4.hands.save-running', where: 'item', says: 'if a save is running, "Save and go on" waits for it, saves what was typed since, and then opens the page' },
  { id: '4.hands.save-refused', where: 'item', says: 'if "Save and go on" cannot save, the form stays, shows why, and loses nothing' },
  { id: '4.hands.delete-looks-first', where: 'delete dialogs', says: 'what links to an item or template is listed, with links, before its deletion is confirmed, which is then not offered' },
  { id: '4.hands.named-toasts', where: 'toasts', says: 'a toast about what was saved, created, renamed or deleted names it: items, templates, roles, members, projects, workspaces, channels' },
  { id: '4.hands.save-stays', where: 'item', says: 'Ctrl or Cmd and S saves and stays on the page; with Enter, it goes back to the list' },
  { id: '4.hands.shortcuts', where: 'every page', says: '"?" lists the shortcuts of the page, as does "Keyboard shortcuts" of the account menu' },
  { id: '4.hands.conflict-undecided', where: 'conflict', says: 'where both have changed the same, nothing is preselected, the value before is shown, and saving waits for the choice with its reason' },
  { id: '4.hands.palette', where: 'every page', says: 'Ctrl or Cmd and K finds templates, pages, projects, environments and what the page offers, which Enter opens' },
  { id: '4.hands.palette-items', where: 'every page', says: 'the palette finds items of all templates by label, id and key; none for an earlier text' },
  { id: '4.hands.palette-host', where: 'host', says: 'embedded, both keys count only while the focus is in the console, each of which has a palette of its own' },
  { id: '4.hands.palette-typed', where: 'every page', says: 'what is typed right after Ctrl or Cmd and K is searched for' },
  { id: '4.hands.palette-everything', where: 'every page', says: 'the palette lists the buttons of the page, templates without a link in the menu, and all settings that the user may open' },
  { id: '4.hands.palette-pictures', where: 'every page', says: 'an item comes before the picture of the same name' },
  { id: '4.hands.conflict-own', where: 'conflict', says: 'a version that the user has saved in another tab is called so' },
  { id: '4.hands.conflict-named', where: 'conflict', says: 'the first dialog names the fields that differ' },
  { id: '4.hands.edited-columns', where: 'items list', says: 'every list has the columns "Edited" and "Edited by", the last ones, with the last edit of each item' },
  { id: '4.hands.new-account', where: 'registration and dashboard', says: 'the address is filled in at the password, which also signs in, and at the sign-in page if that fails; the first page has the steps and one action' },
  { id: '4.hands.billing', where: 'workspace and billing', says: 'an owner reaches the billing of a workspace from its page; the current plan is among the cards, and what a plan includes before what it does not' },
  { id: '4.hands.tasks', where: 'every page', says: 'from registration to the first project 6 clicks, two filters and a sort 3, an item edited, saved, and the next one edited 1, and what syncing an item changes 2' },
  { id: '4.hands.same-label', where: 'template editor', says: 'a label that another field of the level has is named while typing, and can be saved' },
  { id: '4.hands.same-name', where: 'template editor', says: 'a name that another field of the level has is refused while typing' },
];
