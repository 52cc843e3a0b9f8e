ALTER TABLE "accounts" ADD COLUMN "had_trial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "is_short_of_seats" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_short_of_seats" ON "subscriptions" USING btree ("workspace_id") WHERE "subscriptions"."is_short_of_seats";--> statement-breakpoint
-- Those who created a workspace have had a trial: they are the first who joined it, or own one from before the log.
UPDATE "accounts" SET "had_trial" = true WHERE "id" IN (
	SELECT "account_id" FROM "workspace_members" "m" WHERE "role_id" = 1
		AND NOT EXISTS (SELECT FROM "access_log" "l" WHERE "l"."workspace_id" = "m"."workspace_id" AND "l"."action" = 'joined')
	UNION SELECT "actor_id" FROM (
		SELECT DISTINCT ON ("workspace_id") "actor_id", "details" FROM "access_log" WHERE "action" = 'joined' ORDER BY "workspace_id", "id"
	) "first" WHERE "details"->>'workspace_role_id' = '1'
);
