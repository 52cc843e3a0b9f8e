CREATE TABLE "proposals" (
	"id" serial PRIMARY KEY NOT NULL,
	"instance_id" integer NOT NULL,
	"title" text NOT NULL,
	"note" text NOT NULL,
	"account_id" integer,
	"actor" text DEFAULT 'account' NOT NULL,
	"origin" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"templates" jsonb NOT NULL,
	"items" integer NOT NULL,
	"changes" text,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decision_note" text DEFAULT '' NOT NULL,
	"change_set_id" integer,
	"idempotency_key" uuid,
	"body_hash" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_change_set_id_syncs_id_fk" FOREIGN KEY ("change_set_id") REFERENCES "public"."syncs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposals_instance" ON "proposals" USING btree ("instance_id","state","id");--> statement-breakpoint
CREATE INDEX "proposals_instance_all" ON "proposals" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "proposals_open" ON "proposals" USING btree ("created_at") WHERE "proposals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "proposals_decided" ON "proposals" USING btree ("decided_at") WHERE "proposals"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "proposals_change_set" ON "proposals" USING btree ("change_set_id") WHERE "proposals"."change_set_id" is not null;--> statement-breakpoint
CREATE INDEX "proposals_decided_by" ON "proposals" USING btree ("decided_by") WHERE "proposals"."decided_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_idempotency" ON "proposals" USING btree ("instance_id","idempotency_key") WHERE "proposals"."idempotency_key" is not null;