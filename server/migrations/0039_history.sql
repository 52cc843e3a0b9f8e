CREATE TABLE "activity" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"group_id" bigint NOT NULL,
	"details" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_groups" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"instance_id" integer,
	"kind" text NOT NULL,
	"origin" text,
	"account_id" integer,
	"actor" text DEFAULT 'account' NOT NULL,
	"template_ids" text[] NOT NULL,
	"hash" uuid NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "activity_groups_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "history_sweeps" (
	"template_key" integer PRIMARY KEY NOT NULL,
	"item_id" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"swept_at" timestamp with time zone,
	"least_template_version" integer,
	"least_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "kept_history" (
	"workspace_id" integer PRIMARY KEY NOT NULL,
	"days" integer,
	"shorter_since" timestamp with time zone,
	"deleted_before" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trash" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"instance_id" integer NOT NULL,
	"template_key" integer NOT NULL,
	"template_id" text NOT NULL,
	"item_id" integer,
	"label" text NOT NULL,
	"version" integer NOT NULL,
	"items" integer DEFAULT 1 NOT NULL,
	"rest" jsonb,
	"account_id" integer,
	"actor" text DEFAULT 'account' NOT NULL,
	"origin" text DEFAULT 'form' NOT NULL,
	"sync_id" integer,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "item_revisions" ADD COLUMN "base_version" integer;--> statement-breakpoint
ALTER TABLE "item_revisions" ADD COLUMN "removed" text[];--> statement-breakpoint
ALTER TABLE "item_revisions" ADD COLUMN "template_version" integer;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_group_id_activity_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."activity_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_groups" ADD CONSTRAINT "activity_groups_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_groups" ADD CONSTRAINT "activity_groups_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_history" ADD CONSTRAINT "kept_history_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trash" ADD CONSTRAINT "trash_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_project" ON "activity" USING btree ("project_id","at","id");--> statement-breakpoint
CREATE INDEX "activity_group" ON "activity" USING btree ("group_id","at","id");--> statement-breakpoint
CREATE INDEX "activity_groups_person" ON "activity_groups" USING btree ("project_id","account_id");--> statement-breakpoint
CREATE INDEX "activity_groups_templates" ON "activity_groups" USING gin ("project_id","template_ids");--> statement-breakpoint
CREATE INDEX "activity_groups_instance" ON "activity_groups" USING btree ("instance_id","kind","origin");--> statement-breakpoint
CREATE INDEX "trash_instance" ON "trash" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "trash_item" ON "trash" USING btree ("template_key","item_id");--> statement-breakpoint
CREATE INDEX "trash_deleted" ON "trash" USING btree ("deleted_at");--> statement-breakpoint
-- All values of a revision; of one that stores what differs, those of its base with the differences.
CREATE FUNCTION "revision_values"("r" "item_revisions") RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT CASE WHEN r.base_version IS NULL THEN r."values" ELSE (
		SELECT (b."values" - coalesce(r.removed, '{}')) || r."values"
		FROM item_revisions b
		WHERE b.template_key = r.template_key AND b.item_id = r.item_id AND b.version = r.base_version AND b.base_version IS NULL
			AND (b.sync_id IS NULL OR EXISTS (SELECT 1 FROM syncs y WHERE y.id = b.sync_id AND y.state = 'applied'))
		LIMIT 1
	) END
$$;
--> statement-breakpoint
-- Until now everything was kept, so a plan that keeps less begins with the same grace as after a downgrade.
INSERT INTO "kept_history" ("workspace_id", "days") SELECT "workspace_id", NULL FROM "subscriptions";
