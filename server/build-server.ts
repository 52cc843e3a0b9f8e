import { checkLimits } from '@quartermaster/contract/webhook-events.ts';
import type { FastifyBaseLogger } from 'fastify';
import { changesJob } from './content/documents/value-changes/change-values.ts';
import { createCallTurns } from './core/app/call-turns.ts';
import { addCore, createApp } from './core/app/create-app.ts';
import type { App, Deps } from './core/app/deps.ts';
import type { Module } from './core/app/module.ts';
import { createUnit } from './core/app/unit.ts';
import { systemClock } from './core/base/clock.ts';
import { endlessSpace } from './core/base/free-space.ts';
import { logOptions } from './core/base/log.ts';
import { createStartWork } from './core/base/start-work.ts';
import { createKeyedTurns, type TurnLimits } from './core/base/turns.ts';
import { createEgress } from './core/egress/call-out.ts';
import { findTexts } from './core/egress/find-texts.ts';
import { secretOf } from './core/environment/secret-file.ts';
import { createSecrets } from './core/environment/secrets.ts';
import { createNews } from './core/events/news.ts';
import { createFiles } from './core/files/create-files.ts';
import { createOpenStreams } from './core/http/open-streams.ts';
import { createJobs } from './core/jobs/jobs.ts';
import { createMail } from './core/mail/mail.ts';
import { createChallenge } from './core/session/challenge.ts';
import { accessLogRoutes } from './modules/access-log/routes.ts';
import { emailChangeJob } from './modules/accounts/email-service.ts';
import { secondFactorRoutes } from './modules/accounts/factor-routes.ts';
import { passkeyRoutes } from './modules/accounts/passkey-routes.ts';
import { passwordResetJob } from './modules/accounts/password-service.ts';
import { accountRoutes } from './modules/accounts/routes.ts';
import { activityJob } from './modules/activity/consume-service.ts';
import { activityRoutes } from './modules/activity/routes.ts';
import { oauthRoutes } from './modules/assistants/oauth-routes.ts';
import { assistantRoutes } from './modules/assistants/routes.ts';
import { contentRemovalJob } from './modules/billing/content-removal-service.ts';
import { createPaddleProvider } from './modules/billing/paddle/paddle-provider.ts';
import { reconcileJob } from './modules/billing/reconcile-service.ts';
import { billingRoutes } from './modules/billing/routes.ts';
import { bootstrapRoutes } from './modules/bootstrap/routes.ts';
import { buildDeliveryRoutes } from './modules/builds/delivery-routes.ts';
import { buildRoutes } from './modules/builds/routes.ts';
import { editJob } from './modules/bulk-edits/edit-job-service.ts';
import { bulkEditRoutes } from './modules/bulk-edits/routes.ts';
import { mentionMailsJob } from './modules/comments/mention-service.ts';
import { commentRoutes } from './modules/comments/routes.ts';
import { companySignInRoutes } from './modules/company-sign-in/routes.ts';
import { deliveryRoutes } from './modules/delivery/routes.ts';
import { simulatorJob, simulatorRoutes } from './modules/development/billing/billing-routes.ts';
import { deliverWebhook } from './modules/development/billing/deliver-webhook.ts';
import { createBillingSimulator } from './modules/development/billing/simulator.ts';
import { oidcRoutes } from './modules/development/oidc/oidc-routes.ts';
import { outboxRoutes } from './modules/development/outbox-routes.ts';
import { turnstileRoutes } from './modules/development/turnstile-routes.ts';
import { docsRoutes } from './modules/docs/routes.ts';
import { dropRoutes } from './modules/drops/routes.ts';
import { extensionRoutes } from './modules/extensions/routes.ts';
import { feedbackRoutes } from './modules/feedback/routes.ts';
import { fileRoutes } from './modules/files/routes.ts';
import { gameTypeRoutes } from './modules/game-types/routes.ts';
import { historyRoutes } from './modules/history/routes.ts';
import { historySummaryRoutes } from './modules/history/summary-routes.ts';
import { historyUpkeepJob } from './modules/history/upkeep-service.ts';
import { imageRoutes } from './modules/images/routes.ts';
import { checkImportJob, importJob, removeImportsJob } from './modules/imports/import-job-service.ts';
import { importRoutes } from './modules/imports/routes.ts';
import { instanceRoutes } from './modules/instances/routes.ts';
import { itemRoutes } from './modules/items/routes.ts';
import { jobRoutes } from './modules/jobs/routes.ts';
import { liveRoutes } from './modules/live/routes.ts';
import { mcpRoutes } from './modules/mcp/routes.ts';
import { invitationJob } from './modules/members/invitation-service.ts';
import { memberRoutes } from './modules/members/routes.ts';
import { menuRoutes } from './modules/menu/routes.ts';
import type { Metrics } from './modules/metrics/metrics.ts';
import { projectMemberRoutes } from './modules/project-members/routes.ts';
import { projectTokenRoutes } from './modules/project-tokens/routes.ts';
import { removalJob } from './modules/projects/remove-projects.ts';
import { projectRoutes } from './modules/projects/routes.ts';
import { proposalRoutes } from './modules/proposals/routes.ts';
import { removeProposalsJob } from './modules/proposals/upkeep-service.ts';
import { registrationRoutes } from './modules/registration/routes.ts';
import { registrationJob } from './modules/registration/service.ts';
import { replaceJob } from './modules/replacements/replace-service.ts';
import { replacementRoutes } from './modules/replacements/routes.ts';
import { reportRoutes } from './modules/reports/routes.ts';
import { exportJob } from './modules/reports/run-export.ts';
import { requiredFactorRoutes } from './modules/required-factor/routes.ts';
import { factorRequiredJob } from './modules/required-factor/service.ts';
import { roleRoutes } from './modules/roles/routes.ts';
import { scimRoutes } from './modules/scim/routes.ts';
import { sheetAddressRoutes } from './modules/sheet-addresses/routes.ts';
import { healthRoutes } from './modules/site/health-routes.ts';
import { siteRoutes } from './modules/site/routes.ts';
import { publishReleaseJob, releasesJob } from './modules/sync/release-job-service.ts';
import { releaseRoutes } from './modules/sync/release-routes.ts';
import { syncReviewRoutes } from './modules/sync/review-routes.ts';
import { syncRoutes } from './modules/sync/routes.ts';
import { syncJob } from './modules/sync/run/sync-job-service.ts';
import { templateRoutes } from './modules/templates/routes.ts';
import { tokenExchangeRoutes } from './modules/token-exchange/routes.ts';
import { tokenRoutes } from './modules/tokens/routes.ts';
import type { Traces } from './modules/traces/traces.ts';
import { translationRoutes } from './modules/translations/routes.ts';
import { purgeTrashJob } from './modules/trash/purge-trash.ts';
import { restoreJob } from './modules/trash/restore-job-service.ts';
import { trashRoutes } from './modules/trash/routes.ts';
import { viewRoutes } from './modules/views/routes.ts';
import { webhooksJob } from './modules/webhooks/record-service.ts';
import { webhookRoutes } from './modules/webhooks/routes.ts';
import { sendWebhooksJob } from './modules/webhooks/send-service.ts';
import { webhookUpkeepJob } from './modules/webhooks/upkeep-service.ts';
import { workspaceRoutes } from './modules/workspaces/routes.ts';

/** Every module; a module not listed here is not served and its jobs do not run. */
const modules: Module[] = [
  { routes: accountRoutes, jobs: [passwordResetJob, emailChangeJob] },
  { routes: secondFactorRoutes },
  { routes: passkeyRoutes },
  { routes: registrationRoutes, jobs: [registrationJob] },
  { routes: tokenExchangeRoutes },
  { routes: companySignInRoutes },
  { routes: scimRoutes },
  { routes: requiredFactorRoutes, jobs: [factorRequiredJob] },
  { routes: workspaceRoutes },
  { routes: memberRoutes, jobs: [invitationJob] },
  { routes: roleRoutes },
  { routes: projectMemberRoutes },
  { routes: accessLogRoutes },
  { routes: billingRoutes, jobs: [reconcileJob, contentRemovalJob] },
  { routes: projectRoutes, jobs: [removalJob] },
  { routes: instanceRoutes },
  { routes: tokenRoutes },
  { routes: projectTokenRoutes },
  { routes: assistantRoutes },
  { routes: oauthRoutes },
  { routes: menuRoutes },
  { routes: bootstrapRoutes },
  { routes: templateRoutes, jobs: [changesJob] },
  { routes: itemRoutes },
  { routes: dropRoutes },
  { routes: viewRoutes },
  { routes: commentRoutes, jobs: [mentionMailsJob] },
  { routes: sheetAddressRoutes },
  { routes: imageRoutes },
  { routes: bulkEditRoutes, jobs: [editJob] },
  { routes: replacementRoutes, jobs: [replaceJob] },
  { routes: historyRoutes },
  { routes: historySummaryRoutes, jobs: [historyUpkeepJob] },
  { routes: trashRoutes, jobs: [restoreJob, purgeTrashJob] },
  { routes: importRoutes, jobs: [checkImportJob, importJob, removeImportsJob] },
  { routes: proposalRoutes, jobs: [removeProposalsJob] },
  { routes: translationRoutes },
  { routes: syncRoutes, jobs: [syncJob] },
  { routes: syncReviewRoutes },
  { routes: releaseRoutes, jobs: [releasesJob, publishReleaseJob] },
  { routes: reportRoutes, jobs: [exportJob] },
  { routes: activityRoutes, jobs: [activityJob] },
  { routes: gameTypeRoutes },
  { routes: jobRoutes },
  { routes: liveRoutes },
  { routes: buildRoutes },
  { routes: webhookRoutes, jobs: [webhooksJob, sendWebhooksJob, webhookUpkeepJob] },
  { routes: deliveryRoutes },
  { routes: buildDeliveryRoutes },
  { routes: extensionRoutes },
  { routes: feedbackRoutes },
  { routes: fileRoutes },
  { routes: mcpRoutes },
  { routes: docsRoutes },
  { routes: outboxRoutes },
  { routes: turnstileRoutes },
  { routes: oidcRoutes },
  { routes: simulatorRoutes, jobs: [simulatorJob] },
  { routes: healthRoutes },
  { routes: siteRoutes },
];

/** Messages before saves to one receiver. */
const checkTurnLimits: TurnLimits = {
  atOnce: checkLimits.atOnce,
  waiting: checkLimits.waiting,
  message: 'Too many saves wait for a webhook that is asked before them. Please try again in a moment.',
};

/** Required parts: the database and the environment. Everything else has a default implementation. */
export type ServerParts = Pick<Deps, 'database' | 'config'> & Partial<Deps> & { metrics?: Metrics; traces?: Traces };

/** Assembles the server without listening or running jobs, so that tests can use it directly. */
export async function buildServer({ database, config, ...parts }: ServerParts): Promise<App> {
  const makeDeps = (log: FastifyBaseLogger): Deps => {
    const clock = parts.clock ?? systemClock;
    const secrets = parts.secrets ?? createSecrets(config.secretKey ?? secretOf(config.dataDir));
    const freeSpace = parts.freeSpace ?? endlessSpace;
    const jobs = parts.jobs ?? createJobs({ database, log });
    const mail = parts.mail ?? createMail({ config, database, jobs, clock, secrets, log });
    const news = parts.news ?? createNews({ database, log });
    const unit = parts.unit ?? createUnit({ database, jobs, mail, onCommit: news.announceEvents });
    const simulator = () =>
      createBillingSimulator({
        database,
        unit,
        clock,
        secret: secrets.sign('billing simulator'),
        publicUrl: config.publicUrl,
        deliver: (body, signature) => deliverWebhook(app, body, signature),
      });
    return {
      database,
      replicas: parts.replicas,
      callTurns: parts.callTurns ?? createCallTurns(),
      checkTurns: parts.checkTurns ?? createKeyedTurns(checkTurnLimits),
      egress: parts.egress ?? createEgress({ allowsPrivate: config.webhookPrivate }),
      findTexts: parts.findTexts ?? findTexts,
      config,
      clock,
      secrets,
      log,
      startWork: parts.startWork ?? createStartWork(),
      files: parts.files ?? createFiles({ config, clock, secrets, freeSpace }),
      freeSpace,
      jobs,
      openStream: parts.openStream ?? createOpenStreams(),
      payments: parts.payments ?? (config.paddle ? createPaddleProvider(config.paddle, clock) : simulator()),
      challenge: parts.challenge ?? createChallenge(config),
      mail,
      news,
      unit,
    };
  };
  const logger = config.logLevel !== 'silent' && logOptions(config.logLevel);
  const app: App = createApp(logger, config.trustProxy, makeDeps, config.requestTimeout);
  await parts.traces?.add(app);
  addCore(app, config);
  parts.metrics?.follow(app);
  for (const { routes, jobs = [] } of modules) {
    for (const job of jobs) app.deps.jobs.register(job, app.deps);
    await routes(app, app.deps);
  }
  await app.ready();
  return app;
}
