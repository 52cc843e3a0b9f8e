CREATE TABLE "build_files" (
	"report_id" integer NOT NULL,
	"instance_id" integer NOT NULL,
	"path" text NOT NULL,
	"file" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "build_files_report_id_path_pk" PRIMARY KEY("report_id","path")
);
--> statement-breakpoint
CREATE TABLE "channel_builds" (
	"id" serial PRIMARY KEY NOT NULL,
	"channel_id" integer NOT NULL,
	"report_id" integer NOT NULL,
	CONSTRAINT "channel_builds_build" UNIQUE("channel_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" serial PRIMARY KEY NOT NULL,
	"instance_id" integer NOT NULL,
	"name" text NOT NULL,
	"follows" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "channels_name" UNIQUE("instance_id","name")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" serial PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "signing_keys_key" UNIQUE("project_id","key_id")
);
--> statement-breakpoint
ALTER TABLE "report_steps" ADD COLUMN "schema_sha256" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "smallest_game_version" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "build_manifest" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "build_sha256" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "build_bytes" bigint;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "schema_sha256" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "removing_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "instances" ADD COLUMN "has_public_builds" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "build_files" ADD CONSTRAINT "build_files_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_builds" ADD CONSTRAINT "channel_builds_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_builds" ADD CONSTRAINT "channel_builds_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "build_files_content" ON "build_files" USING btree ("instance_id","sha256");--> statement-breakpoint
CREATE INDEX "channel_builds_report" ON "channel_builds" USING btree ("report_id");