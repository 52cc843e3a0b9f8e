CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_simulators" (
	"workspace_id" integer PRIMARY KEY NOT NULL,
	"ahead_seconds" integer DEFAULT 0 NOT NULL,
	"fails_payments" boolean DEFAULT false NOT NULL,
	"loses_next_webhook" boolean DEFAULT false NOT NULL,
	"last_webhook" text
);
--> statement-breakpoint
CREATE TABLE "simulated_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" integer NOT NULL,
	"state" jsonb NOT NULL,
	"due_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ends_as" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "provider_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "provider_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "provider_heard_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "change_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "change_members" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "change_projects" integer;--> statement-breakpoint
ALTER TABLE "billing_simulators" ADD CONSTRAINT "billing_simulators_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulated_subscriptions" ADD CONSTRAINT "simulated_subscriptions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_events_received" ON "billing_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "simulated_subscriptions_workspace" ON "simulated_subscriptions" USING btree ("workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_provider" ON "subscriptions" USING btree ("provider_id") WHERE "subscriptions"."provider_id" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_heard" ON "subscriptions" USING btree ("provider_heard_at") WHERE "subscriptions"."provider_id" is not null;