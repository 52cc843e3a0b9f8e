export * from './access.ts';
export * from './accounts.ts';
export * from './billing.ts';
export * from './content.ts';
export * from './feedback.ts';
export * from './jobs.ts';
export * from './sync.ts';
export * from './workspaces.ts';
