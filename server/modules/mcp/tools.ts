import type { Tool } from './tool.ts';
import { compareTool } from './tools/compare-tool.ts';
import { describeTool } from './tools/describe-tool.ts';
import { findTool } from './tools/find-tool.ts';
import { getProposalTool } from './tools/get-proposal-tool.ts';
import { getTool } from './tools/get-tool.ts';
import { historyTool } from './tools/history-tool.ts';
import { proposeTool, validateTool } from './tools/proposal-tools.ts';
import { rollTool } from './tools/roll-tool.ts';
import { usedByTool } from './tools/used-by-tool.ts';

/** All tools. None applies, deletes, syncs, exports or manages anything. */
export const tools: readonly Tool[] = [
  describeTool,
  findTool,
  getTool,
  usedByTool,
  historyTool,
  validateTool,
  proposeTool,
  getProposalTool,
  compareTool,
  rollTool,
];
