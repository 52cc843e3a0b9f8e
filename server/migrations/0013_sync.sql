CREATE TABLE "sync_decisions" (
	"template_key" integer NOT NULL,
	"item_id" integer NOT NULL,
	"source_hash" uuid,
	"target_hash" uuid NOT NULL,
	"base_label" text,
	"base_values" jsonb,
	CONSTRAINT "sync_decisions_template_key_item_id_pk" PRIMARY KEY("template_key","item_id")
);
--> statement-breakpoint
CREATE TABLE "sync_index" (
	"sync_id" integer NOT NULL,
	"template_key" integer NOT NULL,
	"item_id" integer NOT NULL,
	"field_key" integer NOT NULL,
	"number" double precision,
	"text" text,
	"target_id" integer,
	"target_key" integer
);
--> statement-breakpoint
CREATE TABLE "sync_items" (
	"sync_id" integer NOT NULL,
	"template_key" integer NOT NULL,
	"item_id" integer NOT NULL,
	"change" text NOT NULL,
	"decided" text,
	"label" text NOT NULL,
	"source_key" integer,
	"source_hash" uuid,
	"target_hash" uuid,
	"target_version" integer,
	"synced_hash" uuid,
	"synced_version" integer,
	"next_synced_hash" uuid,
	"next_synced_version" integer,
	"version" integer,
	"before_label" text,
	"before_values" jsonb,
	"base_label" text,
	"base_values" jsonb,
	"images" text[],
	CONSTRAINT "sync_items_sync_id_template_key_item_id_pk" PRIMARY KEY("sync_id","template_key","item_id")
);
--> statement-breakpoint
CREATE TABLE "sync_reviews" (
	"id" serial PRIMARY KEY NOT NULL,
	"source_id" integer NOT NULL,
	"target_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"state" text NOT NULL,
	"selection" jsonb,
	"is_all" boolean NOT NULL,
	"items" integer NOT NULL,
	"templates" integer NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered_by" integer,
	"answered_at" timestamp with time zone,
	"answer_note" text DEFAULT '' NOT NULL,
	"sync_id" integer
);
--> statement-breakpoint
CREATE TABLE "sync_templates" (
	"sync_id" integer NOT NULL,
	"template_id" text NOT NULL,
	"template_key" integer NOT NULL,
	"label" text NOT NULL,
	"change" text,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "sync_templates_sync_id_template_id_pk" PRIMARY KEY("sync_id","template_id")
);
--> statement-breakpoint
CREATE TABLE "synced_menus" (
	"instance_id" integer PRIMARY KEY NOT NULL,
	"hash" uuid NOT NULL,
	"source_hash" uuid
);
--> statement-breakpoint
CREATE TABLE "syncs" (
	"id" serial PRIMARY KEY NOT NULL,
	"source_id" integer NOT NULL,
	"target_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"note" text NOT NULL,
	"request" jsonb NOT NULL,
	"revision" text NOT NULL,
	"added" integer NOT NULL,
	"updated" integer NOT NULL,
	"removed" integer NOT NULL,
	"templates" integer NOT NULL,
	"menu_before" jsonb,
	"menu_after" jsonb,
	"attempt" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"undoes_id" integer,
	"review_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "item_revisions" DROP CONSTRAINT "item_revisions_template_key_item_id_version_pk";--> statement-breakpoint
ALTER TABLE "item_revisions" ADD COLUMN "sync_id" integer;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "synced_hash" uuid;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "synced_version" integer;--> statement-breakpoint
ALTER TABLE "template_revisions" ADD COLUMN "sync_id" integer;--> statement-breakpoint
ALTER TABLE "sync_reviews" ADD CONSTRAINT "sync_reviews_source_id_instances_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_reviews" ADD CONSTRAINT "sync_reviews_target_id_instances_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_templates" ADD CONSTRAINT "sync_templates_sync_id_syncs_id_fk" FOREIGN KEY ("sync_id") REFERENCES "public"."syncs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "synced_menus" ADD CONSTRAINT "synced_menus_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_source_id_instances_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_target_id_instances_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sync_index_sync" ON "sync_index" USING btree ("sync_id");--> statement-breakpoint
CREATE INDEX "sync_reviews_source" ON "sync_reviews" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "syncs_source" ON "syncs" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "syncs_target" ON "syncs" USING btree ("target_id","id");--> statement-breakpoint
CREATE INDEX "syncs_undoes" ON "syncs" USING btree ("undoes_id") WHERE "syncs"."undoes_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "syncs_running" ON "syncs" USING btree ("target_id") WHERE "syncs"."state" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "item_revisions_version" ON "item_revisions" USING btree ("template_key","item_id","version",coalesce("sync_id", 0));--> statement-breakpoint
UPDATE "items" i SET "synced_hash" = i."hash", "synced_version" = i."version" FROM "templates" t JOIN "instances" n ON n."id" = t."instance_id"
	WHERE t."key" = i."template_key" AND n."env" <> 'Dev' AND NOT EXISTS (SELECT 1 FROM "item_revisions" r WHERE r."template_key" = i."template_key" AND r."item_id" = i."id");
--> statement-breakpoint
INSERT INTO "synced_menus" ("instance_id", "hash")
	SELECT m."instance_id", md5(string_agg(concat_ws(chr(31), m."id", m."parent_id", m."label", m."template_id", m."order"), chr(30) ORDER BY m."id" COLLATE "C"))::uuid
	FROM "menu_nodes" m JOIN "instances" n ON n."id" = m."instance_id" WHERE n."env" <> 'Dev' GROUP BY m."instance_id";
