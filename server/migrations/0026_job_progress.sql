CREATE TABLE "job_progress" (
	"kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"instance_id" integer NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"doing" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"error" text,
	"errors" jsonb DEFAULT '[]' NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"can_cancel" boolean NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "job_progress_kind_subject_id_pk" PRIMARY KEY("kind","subject_id")
);
--> statement-breakpoint
ALTER TABLE "job_progress" ADD CONSTRAINT "job_progress_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_progress_instance" ON "job_progress" USING btree ("instance_id");--> statement-breakpoint
INSERT INTO "job_progress" ("kind", "subject_id", "instance_id", "state", "doing", "total", "done", "error", "can_cancel", "attempt", "started_at", "finished_at")
	SELECT 'change-set', "id", "target_id", "state", 'Preparing the items', "added" + "updated" + "removed", "done", "error", "source_id" is null, "attempt", "created_at", "finished_at"
	FROM "syncs" WHERE "state" <> 'applied';--> statement-breakpoint
INSERT INTO "job_progress" ("kind", "subject_id", "instance_id", "state", "doing", "total", "done", "error", "can_cancel", "started_at", "finished_at")
	SELECT 'export', r."id", r."instance_id", CASE WHEN r."completed_at" is not null THEN 'completed' WHEN r."error" is not null THEN 'failed' ELSE 'running' END,
		'Starting', count(s."id"), count(s."completed_at"), r."error", true, r."created_at", r."completed_at"
	FROM "reports" r LEFT JOIN "report_steps" s ON s."report_id" = r."id" GROUP BY r."id";--> statement-breakpoint
INSERT INTO "job_progress" ("kind", "subject_id", "instance_id", "doing", "total", "done", "can_cancel", "started_at")
	SELECT 'template-change', c."template_key", t."instance_id",
		CASE WHEN c."removed" = '[]' THEN 'Bringing values back' WHEN c."restored" = '[]' THEN 'Removing values' ELSE 'Removing values, and bringing others back' END,
		c."items", c."done", false, c."started_at"
	FROM "template_changes" c JOIN "templates" t ON t."key" = c."template_key";--> statement-breakpoint
ALTER TABLE "template_changes" DROP COLUMN "done";--> statement-breakpoint
ALTER TABLE "template_changes" DROP COLUMN "items";--> statement-breakpoint
ALTER TABLE "syncs" DROP COLUMN "attempt";--> statement-breakpoint
ALTER TABLE "syncs" DROP COLUMN "done";