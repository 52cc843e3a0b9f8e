CREATE TABLE "releases" (
	"id" serial PRIMARY KEY NOT NULL,
	"source_id" integer NOT NULL,
	"target_id" integer NOT NULL,
	"account_id" integer,
	"actor" text DEFAULT 'account' NOT NULL,
	"name" text NOT NULL,
	"notes" text NOT NULL,
	"state" text NOT NULL,
	"request" jsonb NOT NULL,
	"is_all" boolean NOT NULL,
	"items" integer NOT NULL,
	"templates" integer NOT NULL,
	"has_menu" boolean NOT NULL,
	"publish_at" timestamp with time zone,
	"time_zone" text,
	"planned_by" integer,
	"exports_after" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"refusal" text,
	"reason" text,
	"sync_id" integer,
	"report_id" integer
);
--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_source_id_instances_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_target_id_instances_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "releases_source" ON "releases" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "releases_target" ON "releases" USING btree ("target_id","id");--> statement-breakpoint
CREATE INDEX "releases_due" ON "releases" USING btree ("publish_at") WHERE "releases"."state" = 'open' and "releases"."publish_at" is not null;--> statement-breakpoint
CREATE INDEX "releases_sync" ON "releases" USING btree ("sync_id") WHERE "releases"."sync_id" is not null;--> statement-breakpoint
CREATE INDEX "releases_exports" ON "releases" USING btree ("id") WHERE "releases"."state" = 'published' and "releases"."exports_after" and "releases"."report_id" is null;