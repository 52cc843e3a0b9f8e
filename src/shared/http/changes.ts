/**
 * How a failed change is shown: as a toast; in the callout of the form or dialog that requested it, where a toast would
 * be redundant; or in that callout for a refusal and as a toast for any other error.
 */
export type FailureDisplay = 'toast' | 'callout' | 'callout-if-refused';

interface Change {
  /** Names the operation in error toasts and reports. */
  title: string;
  failure: FailureDisplay;
}

/** Every change that the console requests from the server. A mutation must name one of them to compile. */
export const changes = {
  acceptInvitation: { title: 'Accept invitation', failure: 'callout' },
  activateInstance: { title: 'Change instance', failure: 'toast' },
  applyImport: { title: 'Import', failure: 'callout' },
  cancelImport: { title: 'Cancel', failure: 'toast' },
  cancelRelease: { title: 'Cancel release', failure: 'callout' },
  cancelJob: { title: 'Cancel', failure: 'toast' },
  checkRows: { title: 'Check the rows', failure: 'callout' },
  changeEmail: { title: 'Change email', failure: 'callout' },
  changeSubscription: { title: 'Subscription', failure: 'callout' },
  changeInstance: { title: 'Change instance', failure: 'callout' },
  changeWebhook: { title: 'Edit webhook', failure: 'callout' },
  changeName: { title: 'Change name', failure: 'callout' },
  confirmRegistration: { title: 'Registration', failure: 'callout' },
  createChannel: { title: 'New channel', failure: 'callout' },
  createImages: { title: 'Create images', failure: 'callout' },
  createProject: { title: 'New project', failure: 'callout' },
  createSheetAddress: { title: 'Make address', failure: 'callout' },
  allowAssistant: { title: 'Connect an assistant', failure: 'callout' },
  createProjectToken: { title: 'New token', failure: 'callout' },
  createWebhook: { title: 'New webhook', failure: 'callout' },
  createWorkspace: { title: 'New workspace', failure: 'callout' },
  declineReview: { title: 'Decline', failure: 'callout' },
  deleteChannel: { title: 'Delete channel', failure: 'callout' },
  deleteItem: { title: 'Delete item', failure: 'callout' },
  deleteProject: { title: 'Delete project', failure: 'callout' },
  deleteRole: { title: 'Delete role', failure: 'callout' },
  deleteSheetAddress: { title: 'Revoke address', failure: 'callout' },
  revokeProjectToken: { title: 'Revoke token', failure: 'callout' },
  deleteWebhook: { title: 'Delete webhook', failure: 'callout' },
  deleteTemplate: { title: 'Delete template', failure: 'callout' },
  editItems: { title: 'Edit items', failure: 'callout' },
  downloadFile: { title: 'Download', failure: 'toast' },
  dryRunTemplate: { title: 'Check the changes', failure: 'callout' },
  exportTexts: { title: 'Export for translation', failure: 'callout' },
  importTexts: { title: 'Import translations', failure: 'callout' },
  followExports: { title: 'Follow exports', failure: 'callout' },
  inviteMember: { title: 'Invite member', failure: 'callout' },
  login: { title: 'Sign in', failure: 'callout' },
  logout: { title: 'Log out', failure: 'toast' },
  regenerateToken: { title: 'Regenerate token', failure: 'callout' },
  renameBuild: { title: 'Name this build', failure: 'callout' },
  planRelease: { title: 'Plan release', failure: 'callout' },
  register: { title: 'Registration', failure: 'callout' },
  removeFromProject: { title: 'Remove from project', failure: 'callout' },
  removeLanguage: { title: 'Languages', failure: 'callout' },
  removeMember: { title: 'Remove member', failure: 'callout' },
  renameProject: { title: 'Rename project', failure: 'callout' },
  renameWorkspace: { title: 'Rename workspace', failure: 'callout' },
  requestEmailCode: { title: 'Change email', failure: 'callout' },
  requestPasswordReset: { title: 'Password reset', failure: 'callout' },
  resendMessage: { title: 'Send again', failure: 'toast' },
  resendEmail: { title: 'Resend email', failure: 'callout' },
  resendInvitation: { title: 'Send invitation again', failure: 'toast' },
  requestReview: { title: 'Send for review', failure: 'callout' },
  resetPassword: { title: 'Password reset', failure: 'callout' },
  restoreVersion: { title: 'Restore version', failure: 'callout' },
  restore: { title: 'Restore', failure: 'callout-if-refused' },
  rotateSecret: { title: 'New secret', failure: 'callout' },
  rotateKey: { title: 'New key', failure: 'callout' },
  saveItem: { title: 'Save item', failure: 'callout' },
  saveGrid: { title: 'Save grid', failure: 'callout' },
  saveMenu: { title: 'Save navigation', failure: 'callout' },
  saveProjectRoles: { title: 'Roles in the project', failure: 'callout' },
  saveRole: { title: 'Save role', failure: 'callout' },
  saveTemplate: { title: 'Save template', failure: 'callout' },
  scheduleRelease: { title: 'Change time', failure: 'callout' },
  sendFeedback: { title: 'Send feedback', failure: 'callout' },
  setBuildReading: { title: 'Public builds', failure: 'toast' },
  setChannel: { title: 'Channel', failure: 'callout' },
  setLanguages: { title: 'Languages', failure: 'toast' },
  startExport: { title: 'Export', failure: 'callout' },
  startSync: { title: 'Sync', failure: 'callout-if-refused' },
  testWebhook: { title: 'Send test', failure: 'toast' },
  undoChangeSet: { title: 'Undo', failure: 'callout-if-refused' },
  updateRole: { title: 'Update role', failure: 'callout' },
  withdrawInvitation: { title: 'Withdraw invitation', failure: 'callout' },
} as const satisfies Record<string, Change>;

/** The name of a change in {@link changes}. */
export type ChangeName = keyof typeof changes;
