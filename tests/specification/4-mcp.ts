// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.mcp.tools', where: '/mcp', says: 'has the ten tools of this page; none applies, deletes, syncs, exports or manages' },
  { id: '4.mcp.client', where: '/mcp', says: 'the official client describes, finds, proposes and reads the proposal, from another process' },
  { id: '4.mcp.protocol', where: '/mcp', says: 'is stateless, answers with JSON, and serves clients of former revisions' },
  { id: '4.mcp.access', where: '/mcp', says: 'needs a valid token; each tool what its call needs, of the token and of whoever made it' },
  { id: '4.mcp.origin', where: '/mcp', says: 'a proposal made here has the origin assistant, which no other call can claim' },
  { id: '4.mcp.reads', where: '/mcp', says: 'find, get, used_by, history, compare and roll tell what the API does' },
  { id: '4.mcp.pages', where: '/mcp', says: 'answers are paged with their size, and are never longer than 20,000 characters' },
  { id: '4.mcp.describe', where: '/mcp', says: 'describes 71 templates within 8,000 tokens' },
  { id: '4.mcp.budget', where: '/mcp', says: 'balancing 200 items of three templates takes at most 20 calls and 60,000 tokens' },
  { id: '4.mcp.errors', where: '/mcp', says: 'errors say what to do, and name what is most like a wrong id' },
  { id: '4.mcp.data', where: '/mcp', says: 'texts of items are marked as data, which no text can leave' },
  { id: '4.mcp.fuzz', where: '/mcp', says: 'answers bad values, and changes nothing but proposals' },
];
