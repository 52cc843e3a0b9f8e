// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.files.pull', where: 'quartermaster pull', says: 'writes templates, items and menu as files, an item each, in an order that never varies, with links by key' },
  { id: '4.files.kept', where: 'quartermaster pull', says: 'keeps and names files that were edited since, unless it is forced' },
  { id: '4.files.names', where: 'quartermaster pull', says: 'files are named after keys, so that every file system can have them side by side' },
  { id: '4.files.diff', where: 'quartermaster diff', says: 'names files that differ, with their fields, and those that only one side has' },
  { id: '4.files.push', where: 'quartermaster push', says: 'changes, clears and creates what was edited, and nothing else' },
  { id: '4.files.merge', where: 'quartermaster push', says: 'overwrites nothing that others have changed since the pull' },
  { id: '4.files.conflict', where: 'quartermaster push', says: 'names conflicts and what is refused, of items, templates and the menu, and then changes nothing' },
  { id: '4.files.templates', where: 'quartermaster push', says: 'saves edited templates before their items, and says what that does to items; one that nobody edited is left alone' },
  { id: '4.files.menu', where: 'quartermaster push', says: 'saves an edited menu after the templates that it links to' },
  { id: '4.files.propose', where: 'quartermaster push', says: 'only checks in a dry run, or names the page on which a person applies items, and what is left out' },
  { id: '4.files.types', where: 'quartermaster types', says: 'writes the types of the exported files' },
  { id: '4.files.server', where: 'quartermaster', says: 'the token goes to the server of the environment or the option only, with encryption unless it is this machine' },
  { id: '4.files.hostile', where: 'quartermaster', says: 'nothing outside of the folder is read, written or removed, whatever the folder or the server names' },
  { id: '4.files.help', where: 'quartermaster', says: 'the help of a command is about that command, which refuses options of others' },
  { id: '4.files.encoding', where: 'quartermaster push', says: 'a file or request that is not UTF-8 is refused by its name, UTF-16 is named, and nothing is sent or stored; a byte order mark is read' },
  { id: '4.files.status', where: 'quartermaster', says: 'exit statuses tell done, differences, decisions and failures apart; the token is never printed' },
];
